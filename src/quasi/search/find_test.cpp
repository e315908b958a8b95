// SPDX-License-Identifier: Apache-2.0
#include "quasi/search/find.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "quasi/sample/sample_size.h"
#include "tests/support/quasi_tables.h"

namespace privet::quasi {
namespace {

using testing_support::random_codes;
using Columns = std::vector<std::size_t>;

TEST(Find, TheKeyOfTable1) {
  const Table table = testing_support::people_of_table_1();
  const Codes codes(table);
  const privet::Run run;
  const Finding greedy = find(codes, 5, {}, run);
  EXPECT_EQ(greedy.columns, (Columns{0, 1}));
  EXPECT_TRUE(greedy.reached && greedy.ratios->key());
  EXPECT_EQ(greedy.sample.kind, Sampling::None);
  EXPECT_EQ(find(codes, 5, {.exhaustive = true}, run).columns.size(), 2U);
  // The attacker's cost decides: sex is dear, state is cheap.
  EXPECT_EQ(find(codes, 5, {.weights = {1, 9, 1}}, run).columns, (Columns{0, 2}));
  EXPECT_EQ(find(codes, 5, {.exhaustive = true, .weights = {1, 9, 1}}, run).cost, 2.0);
}

TEST(Find, ATableNoLargerThanItsSampleIsAnsweredExactly) {
  const Table table = testing_support::people_of_table_1();
  const Codes codes(table);
  const privet::Run run;
  const Finding separation = find(codes, 5, {.kind = FindKind::Separation, .epsilon = 0.2}, run);
  EXPECT_EQ(separation.columns, (Columns{0}));
  EXPECT_EQ(separation.sample.size, 10U);
  EXPECT_GT(separation.sample.wanted, 10U);
  EXPECT_DOUBLE_EQ(separation.ratios->separation(), 0.8);
  const Finding distinct = find(codes, 5, {.kind = FindKind::Distinct, .epsilon = 0.4}, run);
  EXPECT_EQ(distinct.columns, (Columns{0}));
  EXPECT_EQ(find(codes, 5, {.kind = FindKind::Distinct, .epsilon = 0.3}, run).columns,
            (Columns{0, 1}));
  EXPECT_EQ(
      find(codes, 5, {.kind = FindKind::BetaSeparation, .epsilon = 0.1, .beta = 0.75}, run).columns,
      (Columns{0}));
}

TEST(Find, IdenticalRowsHaveNoKeyAndGetTheBest) {
  const Codes codes({{0, 0, 1, 1}, {0, 0, 0, 1}, {0, 0, 0, 0}});
  const privet::Run run;
  for (const bool exhaustive : {false, true}) {
    const Finding found = find(codes, 4, {.exhaustive = exhaustive}, run);
    EXPECT_FALSE(found.reached);
    EXPECT_EQ(found.columns, (Columns{0, 1}));
    EXPECT_EQ(found.ratios->tally.unseparated, 1U);
    EXPECT_NE(found.guarantee.find("identical"), std::string::npos);
  }
}

TEST(Find, OneRowNeedsNoColumn) {
  const Codes codes({{0}, {0}});
  const privet::Run run;
  for (const auto kind :
       {FindKind::Key, FindKind::Separation, FindKind::Distinct, FindKind::BetaSeparation}) {
    const Finding found = find(codes, 1, {.kind = kind}, run);
    EXPECT_TRUE(found.columns.empty());
    EXPECT_TRUE(found.reached);
  }
}

TEST(Find, RefusesWhatMakesNoSense) {
  const privet::Run run;
  const Codes codes = random_codes(10, 3, 4, 1);
  const auto refuses = [&](const FindOptions& options, const char* parameter) {
    try {
      (void)find(codes, 10, options, run);
      ADD_FAILURE() << parameter;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Usage);
      EXPECT_EQ(error.place().parameter, parameter);
    }
  };
  for (const double bad : {0.0, 1.0, -1.0, 2.0, std::nan("")}) {
    refuses({.kind = FindKind::Separation, .epsilon = bad}, "--epsilon");
    refuses({.kind = FindKind::Distinct, .delta = bad}, "--delta");
  }
  for (const double bad : {0.0, -1.0, 1.5, std::nan("")}) {
    refuses({.kind = FindKind::BetaSeparation, .beta = bad}, "--beta");
    refuses({.weights = {1, 1, bad - 2.0}}, "--cost");
  }
  refuses({.kind = FindKind::Separation, .exhaustive = true}, "--exhaustive");
  EXPECT_THROW((void)find(codes, 11, {}, run), Error);
  EXPECT_THROW((void)find(Codes(std::vector<std::vector<ValueId>>{}), 0, {}, run), Error);
  EXPECT_THROW((void)find(Codes(std::vector<std::vector<ValueId>>{{}}), 0, {}, run), Error);
}

struct Promise {
  FindOptions options;
  double ratio;     // promised
  double too_much;  // more than promised, which some runs must miss for the test to mean anything
};

class Promises : public testing::TestWithParam<Promise> {};

// The promise of every kind over 1,000 runs, with and without the table at hand.
TEST_P(Promises, HoldInAThousandRuns) {
  const privet::Run run(nullptr, nullptr, 1);
  const Codes codes = random_codes(4000, 8, 12, 9);
  FindOptions options = GetParam().options;
  int failures = 0;
  int beyond = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    options.seed = seed;
    const Finding found = find(codes, codes.rows(), options, run);
    ASSERT_LT(found.sample.size, codes.rows());
    const double ratio =
        options.kind == FindKind::Distinct ? found.ratios->distinct() : found.ratios->separation();
    failures += ratio < GetParam().ratio ? 1 : 0;
    EXPECT_EQ(found.broken, ratio < GetParam().ratio);
    beyond += ratio < GetParam().too_much ? 1 : 0;
  }
  EXPECT_LE(failures, 1000 * options.delta);
  EXPECT_GT(beyond, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Find, Promises,
    testing::Values(
        Promise{{.kind = FindKind::Separation, .epsilon = 0.05, .delta = 0.05}, 0.95, 0.9999},
        Promise{{.kind = FindKind::Separation,
                 .epsilon = 0.05,
                 .delta = 0.05,
                 .sampling = Sampling::Rows},
                0.95,
                0.9999},
        Promise{{.kind = FindKind::BetaSeparation, .epsilon = 0.4, .delta = 0.05, .beta = 0.9},
                0.54,
                0.9}));

// A table with few enough rows in twos on its best column that some samples see none of them.
TEST(Find, DistinctPromiseHoldsInAThousandRuns) {
  const privet::Run run(nullptr, nullptr, 1);
  Sampler sampler(4);
  std::vector<std::vector<ValueId>> columns(4);
  for (ValueId r = 0; r < 4000; ++r) {
    columns[0].push_back(r < 400 ? ValueId(r / 2) : r);
    columns[1].push_back(static_cast<ValueId>(sampler.below(2)));
    columns[2].push_back(static_cast<ValueId>(sampler.below(3)));
    columns[3].push_back(ValueId(r % 2));
  }
  const Codes codes(std::move(columns));
  FindOptions options{.kind = FindKind::Distinct, .epsilon = 0.2, .delta = 0.05};
  int failures = 0;
  int beyond = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    options.seed = seed;
    const Finding found = find(codes, codes.rows(), options, run);
    ASSERT_LT(found.sample.size, codes.rows());
    failures += found.ratios->distinct() < 0.8 ? 1 : 0;
    beyond += found.ratios->distinct() < 0.9999 ? 1 : 0;
  }
  EXPECT_LE(failures, 50);
  EXPECT_GT(beyond, 0);
}

TEST(SampleSize, FormulasOfThePaper) {
  const double sets = log_sets(14);
  EXPECT_DOUBLE_EQ(sets, 14 * std::log(2.0));
  EXPECT_EQ(pairs_for_separation(sets, 0.001, 0.01),
            static_cast<std::uint64_t>(std::ceil(std::log(16384 / 0.01) / -std::log(0.999))));
  EXPECT_EQ(
      rows_for_distinct(sets, 0.1, 0.01, 30000),
      static_cast<std::uint64_t>(std::ceil(std::sqrt(18.0 * 30000 * std::log(16384 / 0.01)))));
  EXPECT_EQ(pairs_for_beta(sets, 0.8, 0.1, 0.01),
            static_cast<std::uint64_t>(std::ceil(16 / 0.008 * std::log(16384 / 0.01))));
  EXPECT_NEAR(mask_bound(sets, 0.8, 0.01, 50000),
              (1 - std::sqrt(2 * std::log(16384 / 0.01) / (0.8 * 50000))) * 0.8, 1e-12);
  const std::uint64_t least = least_mask_sample(sets, 0.8, 0.01);
  EXPECT_GT(mask_bound(sets, 0.8, 0.01, least), 0.0);
  EXPECT_LE(mask_bound(sets, 0.8, 0.01, least - 1), 0.0);
  EXPECT_NEAR(log_sets(10, 3), std::log(1 + 10 + 45 + 120), 1e-9);
  EXPECT_NEAR(log_sets(10, 10), 10 * std::log(2.0), 1e-9);
}

// One group of sqrt(epsilon) of the rows and the rest alone is the worst case of the row bound; the
// chance to draw no two of the group is known exactly, and must be below what the bound claims but
// not by much.
TEST(SampleSize, RowsForSeparationAreEnoughAndNotTooMany) {
  for (const double epsilon : {0.2, 0.01, 0.0004}) {
    for (const double sets : {0.0, 3.0, 20.0}) {
      const std::uint64_t n = 100000;
      const double delta = 0.01;
      const std::uint64_t k = rows_for_separation(sets, epsilon, delta, n);
      ASSERT_LT(k, n);
      const double group = std::ceil(std::sqrt(epsilon) * static_cast<double>(n)) + 1;
      double none = 0;  // ln of the probability that no row of the group is drawn
      for (std::uint64_t i = 0; i < k; ++i) {
        none += std::log(1.0 - group / static_cast<double>(n - i));
      }
      const double others = static_cast<double>(n - k) - group + 1.0;
      const double chance = none + std::log1p(static_cast<double>(k) * group / others);
      EXPECT_LE(chance, std::log(delta) - sets);
      EXPECT_GE(chance, std::log(delta) - sets - 5.0 - 0.3 * (sets + 5.0));
    }
  }
}

}  // namespace
}  // namespace privet::quasi
