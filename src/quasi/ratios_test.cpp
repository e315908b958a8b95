// SPDX-License-Identifier: Apache-2.0
#include "quasi/ratios.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "quasi/sets/set_counter.h"
#include "tests/support/quasi_tables.h"

namespace privet::quasi {
namespace {

using testing_support::columns_of_mask;
using testing_support::groups_by_pairs;
using testing_support::random_codes;
using testing_support::unseparated_by_pairs;

using Columns = std::vector<std::size_t>;

TEST(Measure, Table1OfThePaperInFull) {
  const Table table = testing_support::people_of_table_1();
  const Codes codes(table);
  const privet::Run run;
  const auto expect = [&](const Columns& columns, double distinct, double separation) {
    const Ratios ratios = measure(codes, columns, run);
    EXPECT_DOUBLE_EQ(ratios.distinct(), distinct);
    EXPECT_DOUBLE_EQ(ratios.separation(), separation);
  };
  expect({}, 0.2, 0.0);
  expect({0}, 0.6, 0.8);
  expect({1}, 0.4, 0.6);
  expect({2}, 0.6, 0.7);
  expect({1, 2}, 0.8, 0.9);
  expect({0, 2}, 1.0, 1.0);
  expect({0, 1}, 1.0, 1.0);
  expect({0, 1, 2}, 1.0, 1.0);
}

TEST(Measure, AgreesWithAllPairsOnRandomTables) {
  const privet::Run run;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const std::size_t rows = 1 + seed * 7 % 83;
    const Codes codes = random_codes(rows, 5, 2 + seed % 9, seed);
    const SetCounter counter(codes);
    SetCounter::Work work;
    for (std::uint64_t mask = 0; mask < 32; ++mask) {
      const Columns columns = columns_of_mask(mask);
      const Ratios ratios = measure(codes, columns, run);
      const std::uint64_t pairs = unseparated_by_pairs(codes, columns);
      ASSERT_EQ(ratios.tally.unseparated, pairs) << "seed " << seed << " mask " << mask;
      ASSERT_EQ(ratios.tally.groups, groups_by_pairs(codes, columns));
      ASSERT_EQ(counter.unseparated(columns, work), pairs);
      for (const std::uint64_t allowed : {pairs / 2, pairs, pairs + 1, 2 * pairs}) {
        ASSERT_EQ(counter.within(columns, allowed, work), pairs <= allowed);
        ASSERT_EQ(counter.unseparated_within(columns, allowed, work).has_value(), pairs <= allowed);
      }
    }
  }
}

TEST(Measure, EverySubsetOnce) {
  const privet::Run run;
  const Codes codes = random_codes(60, 6, 6, 5);
  for (const std::size_t max_size : {1U, 2U, 3U, 6U}) {
    const auto all = measure_subsets(codes, max_size, run);
    std::size_t wanted = 0;
    for (std::uint64_t mask = 1; mask < 64; ++mask) {
      const Columns columns = columns_of_mask(mask);
      if (columns.size() > max_size) continue;
      ++wanted;
      const auto at = std::find_if(all.begin(), all.end(),
                                   [&](const auto& entry) { return entry.columns == columns; });
      ASSERT_NE(at, all.end());
      EXPECT_EQ(at->ratios.tally, measure(codes, columns, run).tally);
    }
    EXPECT_EQ(all.size(), wanted);
  }
  EXPECT_THROW((void)measure_subsets(random_codes(3, 60, 3, 1), 60, run), Error);
}

TEST(Measure, OneRowIsWhollySeparated) {
  const privet::Run run;
  const Codes codes = random_codes(1, 2, 3, 1);
  EXPECT_EQ(measure(codes, Columns{0}, run).separation(), 1.0);
  EXPECT_EQ(measure(codes, Columns{}, run).distinct(), 1.0);
  EXPECT_TRUE(measure(codes, Columns{}, run).key());
}

// The paper prints 2a - a^2 and 1 - 2(1 - a)/n, which is the limit for many rows; the first is not
// a bound for few (51 equal rows and 49 others of 100 make 0.742, not 0.75).
TEST(Measure, RelationOfTheTwoRatios) {
  const privet::Run run;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Codes codes = random_codes(2 + seed, 4, 2 + seed % 12, seed);
    for (std::uint64_t mask = 0; mask < 16; ++mask) {
      const Ratios ratios = measure(codes, columns_of_mask(mask), run);
      const auto [low, high] = separation_bounds(ratios.distinct(), ratios.rows);
      EXPECT_GE(ratios.separation(), low - 1e-12);
      EXPECT_LE(ratios.separation(), high + 1e-12);
    }
  }
  // Both ends are reached.
  std::vector<ValueId> together(100, 0);
  std::vector<ValueId> in_twos(100);
  for (ValueId i = 0; i < 49; ++i) together[i] = i + 1;
  for (ValueId i = 0; i < 100; ++i) in_twos[i] = ValueId(i / 2);
  const Codes codes({together, in_twos});
  const auto [low, high] = separation_bounds(0.5, 100);
  EXPECT_NEAR(measure(codes, Columns{0}, run).separation(), low, 1e-12);
  EXPECT_NEAR(measure(codes, Columns{1}, run).separation(), high, 1e-12);
  EXPECT_LT(low, 2 * 0.5 - 0.25);
}

TEST(PartOf, TakesRoundingIntoAccount) {
  EXPECT_EQ(part_of(0.3, 10), 3U);
  EXPECT_EQ(part_of(0.7, 10), 7U);
  EXPECT_EQ(part_of(0.35, 10), 3U);
  EXPECT_EQ(part_of(0.001, 4999), 4U);
  EXPECT_EQ(part_of(1.0, ~std::uint64_t{0} >> 1U), ~std::uint64_t{0} >> 1U);
  EXPECT_EQ(pairs_of(0), 0U);
  EXPECT_EQ(pairs_of(1), 0U);
  EXPECT_EQ(pairs_of(5), 10U);
  EXPECT_EQ(pairs_of(4'000'000'000U), 7'999'999'998'000'000'000U);
}

}  // namespace
}  // namespace privet::quasi
