// SPDX-License-Identifier: Apache-2.0
#include "quasi/sets/minimal_sets.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "quasi/partition.h"
#include "tests/support/quasi_tables.h"

namespace privet::quasi {
namespace {

using testing_support::columns_of_mask;
using testing_support::random_codes;
using testing_support::unseparated_by_pairs;
using Columns = std::vector<std::size_t>;

std::vector<Columns> by_trying_every_set(const Codes& codes, double epsilon, std::size_t max_size) {
  const std::uint64_t allowed = part_of(epsilon, pairs_of(codes.rows()));
  const std::uint64_t sets = std::uint64_t{1} << codes.columns();
  std::vector<char> enough(sets);
  const privet::Run run;
  for (std::uint64_t mask = 0; mask < sets; ++mask) {
    const Columns columns = columns_of_mask(mask);
    const std::uint64_t left = codes.rows() < 200 ? unseparated_by_pairs(codes, columns)
                                                  : measure(codes, columns, run).tally.unseparated;
    enough[mask] = left <= allowed ? 1 : 0;
  }
  std::vector<Columns> out;
  for (std::uint64_t mask = 1; mask < sets; ++mask) {
    const Columns columns = columns_of_mask(mask);
    const bool minimal = std::none_of(columns.begin(), columns.end(), [&](std::size_t c) {
      return enough[mask & ~(std::uint64_t{1} << c)] != 0;
    });
    if (enough[mask] != 0 && minimal && columns.size() <= max_size) out.push_back(columns);
  }
  std::sort(out.begin(), out.end(), [](const Columns& a, const Columns& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  return out;
}

std::vector<Columns> columns_of(const MinimalSets& answer) {
  std::vector<Columns> out;
  for (const auto& set : answer.sets) out.push_back(set.columns);
  return out;
}

TEST(MinimalSets, AreThoseOfTryingEverySet) {
  const privet::Run run(nullptr, nullptr, 2);
  std::size_t found = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Codes codes = random_codes(40 + seed * 2, 8, 2 + seed % 7, seed);
    MinimalSetsOptions options;
    options.epsilon = std::array{0.3, 0.1, 0.02, 0.002}[seed % 4];
    options.max_size = 1 + seed % 8;
    options.seed = seed;
    // A sample far too small for its promise, so that the counts on all rows have much to correct.
    options.delta = 0.999999;
    options.sampling = seed % 3 == 0 ? Sampling::Pairs : Sampling::Rows;
    const MinimalSets answer = minimal_sets(codes, codes.rows(), options, run);
    const auto expected = by_trying_every_set(codes, options.epsilon, options.max_size);
    EXPECT_EQ(columns_of(answer), expected) << "seed " << seed;
    EXPECT_TRUE(answer.verified);
    for (const auto& set : answer.sets) {
      EXPECT_EQ(set.unseparated, unseparated_by_pairs(codes, set.columns));
    }
    found += expected.size();
  }
  EXPECT_GT(found, 300U);
}

TEST(MinimalSets, LargeTablesAreSearchedOnASampleAndStillExact) {
  const privet::Run run;
  for (const auto sampling : {Sampling::Rows, Sampling::Pairs}) {
    const Codes codes = random_codes(3000, 8, 9, 77);
    MinimalSetsOptions options;
    options.epsilon = 0.01;
    options.max_size = 5;
    options.sampling = sampling;
    const MinimalSets answer = minimal_sets(codes, codes.rows(), options, run);
    EXPECT_LT(answer.sample.size, 3000U);
    EXPECT_EQ(answer.sample.kind, sampling);
    EXPECT_EQ(columns_of(answer), by_trying_every_set(codes, options.epsilon, options.max_size));
  }
}

TEST(MinimalSets, WithoutVerifyKeepTheirPromise) {
  const privet::Run run;
  const Codes codes = random_codes(2000, 8, 30, 5);
  MinimalSetsOptions options;
  options.epsilon = 0.05;
  options.delta = 0.05;
  options.max_size = 8;
  options.verify = false;
  const std::uint64_t allowed = part_of(options.epsilon, pairs_of(codes.rows()));
  int failures = 0;
  std::size_t listed = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    options.seed = seed;
    const MinimalSets answer = minimal_sets(codes, codes.rows(), options, run);
    EXPECT_FALSE(answer.verified);
    listed += answer.sets.size();
    const bool broken = std::any_of(answer.sets.begin(), answer.sets.end(), [&](const auto& set) {
      return measure(codes, set.columns, run).tally.unseparated > allowed;
    });
    failures += broken ? 1 : 0;
  }
  EXPECT_GT(listed, 100U);
  EXPECT_LE(failures, 5);
}

TEST(MinimalSets, NoneWhereNotEvenAllColumnsAreEnough) {
  const privet::Run run;
  const Codes codes({{0, 0, 0, 1}, {0, 0, 0, 0}});
  MinimalSetsOptions options;
  options.epsilon = 0.01;
  EXPECT_TRUE(minimal_sets(codes, codes.rows(), options, run).sets.empty());
  options.epsilon = 0.5;
  EXPECT_EQ(columns_of(minimal_sets(codes, codes.rows(), options, run)),
            (std::vector<Columns>{{0}}));
}

TEST(MinimalSets, RefusesWhatMakesNoSense) {
  const privet::Run run;
  const Codes codes = random_codes(10, 3, 4, 1);
  for (const double epsilon : {0.0, 1.0, -0.5}) {
    EXPECT_THROW((void)minimal_sets(codes, codes.rows(), {.epsilon = epsilon}, run), Error);
    EXPECT_THROW((void)minimal_sets(codes, codes.rows(), {.delta = epsilon}, run), Error);
  }
  EXPECT_THROW((void)minimal_sets(codes, codes.rows(), {.max_size = 0}, run), Error);
}

}  // namespace
}  // namespace privet::quasi
