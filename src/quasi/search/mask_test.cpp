// SPDX-License-Identifier: Apache-2.0
#include "quasi/search/mask.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "tests/support/quasi_tables.h"

namespace privet::quasi {
namespace {

using testing_support::random_codes;
using Columns = std::vector<std::size_t>;

TEST(Mask, Table1OfThePaper) {
  const Table table = testing_support::people_of_table_1();
  const Codes codes(table);
  const privet::Run run;
  const Masking distinct = mask(codes, 5, {.kind = Measure::Distinct, .beta = 0.8}, run);
  EXPECT_EQ(distinct.publish, (Columns{1, 2}));
  EXPECT_EQ(distinct.withhold, (Columns{0}));
  EXPECT_DOUBLE_EQ(distinct.ratios->distinct(), 0.8);
  const Masking separation = mask(codes, 5, {.kind = Measure::Separation, .beta = 0.8}, run);
  EXPECT_EQ(separation.publish.size(), 1U);
  EXPECT_LE(separation.ratios->separation(), 0.8);
  // Utility: age is worth more than both others.
  EXPECT_EQ(mask(codes, 5, {.beta = 0.8, .weights = {9, 1, 1}}, run).publish, (Columns{0}));
  EXPECT_EQ(mask(codes, 5, {.beta = 1.0}, run).publish, (Columns{0, 1, 2}));
  EXPECT_TRUE(mask(codes, 5, {.beta = 0.1}, run).publish.empty());
}

TEST(Mask, ASampleNoSmallerThanTheTableIsTheTable) {
  const Codes codes = random_codes(50, 5, 6, 2);
  const privet::Run run;
  for (const auto kind : {Measure::Separation, Measure::Distinct}) {
    const Masking exact = mask(codes, 50, {.kind = kind, .beta = 0.6}, run);
    const Masking sampled = mask(codes, 50, {.kind = kind, .beta = 0.6, .sample = 5000}, run);
    EXPECT_EQ(sampled.publish, exact.publish);
    EXPECT_EQ(sampled.bound, 0.6);
    EXPECT_LT(sampled.sample.size, sampled.sample.wanted);
  }
}

TEST(Mask, ASampleTooSmallSaysHowManyAreNeeded) {
  const Codes codes = random_codes(500, 5, 6, 2);
  const privet::Run run;
  try {
    (void)mask(codes, 500, {.kind = Measure::Distinct, .beta = 0.5, .sample = 10}, run);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.place().parameter, "--sample");
    EXPECT_NE(error.message().find("at least 33 are needed"), std::string::npos) << error.what();
  }
  EXPECT_EQ(
      mask(codes, 500, {.kind = Measure::Distinct, .beta = 0.5, .sample = 33}, run).sample.size,
      33U);
}

TEST(Mask, RefusesWhatMakesNoSense) {
  const Codes codes = random_codes(10, 3, 6, 2);
  const privet::Run run;
  for (const double beta : {0.0, -0.1, 1.1}) {
    EXPECT_THROW((void)mask(codes, 10, {.beta = beta}, run), Error);
  }
  EXPECT_THROW((void)mask(codes, 10, {.delta = 0.0}, run), Error);
  EXPECT_THROW((void)mask(codes, 10, {.weights = {1, 0, 1}}, run), Error);
}

// Over 1,000 runs without verify the promise fails at most delta of the time, and with verify
// never.
TEST(Mask, PromisesHoldInAThousandRuns) {
  const privet::Run run(nullptr, nullptr, 1);
  const Codes codes = random_codes(1500, 8, 8, 21);
  for (const auto kind : {Measure::Separation, Measure::Distinct}) {
    MaskOptions options{.kind = kind, .beta = 0.6, .delta = 0.05, .sample = 400};
    int failures = 0;
    std::size_t published = 0;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
      options.seed = seed;
      options.verify = false;
      const Masking blind = mask(codes, codes.rows(), options, run);
      EXPECT_FALSE(blind.ratios.has_value());
      const Ratios ratios = measure(codes, blind.publish, run);
      const double ratio = kind == Measure::Separation ? ratios.separation() : ratios.distinct();
      failures += ratio > 0.6 ? 1 : 0;
      published += blind.publish.size();
      if (seed % 10 != 0) continue;
      options.verify = true;
      const Masking checked = mask(codes, codes.rows(), options, run);
      const Ratios exact = *checked.ratios;
      EXPECT_LE(kind == Measure::Separation ? exact.separation() : exact.distinct(), 0.6);
    }
    EXPECT_LE(failures, 50);
    EXPECT_GE(published, 1000U);
  }
}

TEST(Mask, WhatTheTableDoesNotAllowIsTakenBack) {
  // 1 of 3 rows differs from all others, which a few rows understate now and then.
  std::vector<ValueId> rare(3000, 0);
  for (ValueId r = 0; r < 3000; r = r + 3) rare[r] = r + 1;
  const Codes codes({rare});
  const privet::Run run;
  MaskOptions options{.kind = Measure::Distinct, .beta = 0.3334, .delta = 0.99, .sample = 60};
  bool repaired = false;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    options.seed = seed;
    const Masking answer = mask(codes, 3000, options, run);
    EXPECT_LE(answer.ratios->distinct(), 0.3334);
    repaired = repaired || answer.taken_back > 0;
  }
  EXPECT_TRUE(repaired);
}

}  // namespace
}  // namespace privet::quasi
