// SPDX-License-Identifier: Apache-2.0
#include "quasi/sets/greedy.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "quasi/ratios.h"
#include "quasi/sets/minimum_key.h"
#include "tests/support/quasi_tables.h"

namespace privet::quasi {
namespace {

using testing_support::columns_of_mask;
using testing_support::groups_by_pairs;
using testing_support::random_codes;
using testing_support::unseparated_by_pairs;
using Columns = std::vector<std::size_t>;

double weight_of(const std::vector<double>& weights, std::size_t column) {
  return weights.empty() ? 1.0 : weights[column];
}

// The greedy search by its definition, over all pairs.
Columns most_by_pairs(const Codes& codes, const std::vector<double>& weights,
                      std::uint64_t allowed) {
  Columns picked;
  std::uint64_t left = pairs_of(codes.rows());
  while (left > allowed) {
    double best = 0;
    std::size_t column = 0;
    for (std::size_t c = 0; c < codes.columns(); ++c) {
      Columns with = picked;
      with.push_back(c);
      const double gain =
          static_cast<double>(left - unseparated_by_pairs(codes, with)) / weight_of(weights, c);
      if (gain > best) {
        best = gain;
        column = c;
      }
    }
    if (best == 0) break;
    picked.push_back(column);
    left = unseparated_by_pairs(codes, picked);
  }
  return picked;
}

std::vector<double> some_weights(std::uint64_t seed, std::size_t columns) {
  Sampler sampler(seed);
  std::vector<double> out;
  for (std::size_t c = 0; c < columns; ++c)
    out.push_back(0.5 + static_cast<double>(sampler.below(6)));
  return out;
}

TEST(PickMost, AgreesWithAllPairs) {
  const privet::Run run(nullptr, nullptr, 3);
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    const Codes codes = random_codes(10 + seed * 3, 7, 2 + seed % 6, seed);
    const auto weights = seed % 3 == 0 ? some_weights(seed, 7) : std::vector<double>{};
    const std::uint64_t allowed = seed % 2 == 0 ? 0 : pairs_of(codes.rows()) / 20;
    const Picks picks = pick_most(codes, weights, allowed, run);
    EXPECT_EQ(picks.columns, most_by_pairs(codes, weights, allowed)) << "seed " << seed;
    EXPECT_EQ(picks.unseparated, unseparated_by_pairs(codes, picks.columns));
    EXPECT_EQ(picks.groups, groups_by_pairs(codes, picks.columns));
    // All pairs as a "sample" must give the same picks.
    std::vector<RowPair> pairs;
    for (RowId a = 0; a < codes.rows(); ++a) {
      for (RowId b = a + 1; b < codes.rows(); ++b) pairs.emplace_back(a, b);
    }
    const PairSample all(codes, pairs, run);
    const Picks by_pairs = pick_most(all, weights, allowed, run);
    EXPECT_EQ(by_pairs.columns, picks.columns);
    EXPECT_EQ(by_pairs.unseparated, picks.unseparated);
    EXPECT_EQ(all.count(picks.columns), all.size() - picks.unseparated);
  }
}

TEST(PickLeast, KeepsTheBoundAndAgreesWithAllPairs) {
  const privet::Run run;
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    const Codes codes = random_codes(20 + seed, 7, 2 + seed % 6, seed);
    const std::uint64_t pairs = pairs_of(codes.rows());
    const Picks by_pairs = pick_least(codes, {}, Measure::Separation, pairs * 8 / 10, run);
    EXPECT_GE(by_pairs.unseparated, pairs - pairs * 8 / 10);
    EXPECT_EQ(by_pairs.unseparated, unseparated_by_pairs(codes, by_pairs.columns));
    const Picks by_groups = pick_least(codes, {}, Measure::Distinct, codes.rows() / 2, run);
    EXPECT_LE(by_groups.groups, codes.rows() / 2);
    EXPECT_EQ(by_groups.groups, groups_by_pairs(codes, by_groups.columns));
    // Nothing that was left out fits any more.
    for (std::size_t c = 0; c < 7; ++c) {
      const auto without = [&](const Picks& picks) {
        return std::find(picks.columns.begin(), picks.columns.end(), c) == picks.columns.end();
      };
      if (without(by_pairs)) {
        Columns with = by_pairs.columns;
        with.push_back(c);
        EXPECT_LT(unseparated_by_pairs(codes, with), pairs - pairs * 8 / 10);
      }
      if (without(by_groups)) {
        Columns with = by_groups.columns;
        with.push_back(c);
        EXPECT_GT(groups_by_pairs(codes, with), codes.rows() / 2);
      }
    }
  }
}

TEST(PickLeast, UtilityDecidesWithWeights) {
  // Two columns of which only one fits; the first separates a little less.
  const Codes codes({{0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 1, 2}});
  const privet::Run run;
  EXPECT_EQ(pick_least(codes, {}, Measure::Separation, 9, run).columns, (Columns{0, 1}));
  EXPECT_EQ(pick_least(codes, {}, Measure::Separation, 8, run).columns, (Columns{0}));
  const Codes crossed({{0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 1, 0}});
  EXPECT_EQ(pick_least(crossed, {}, Measure::Separation, 5, run).columns, (Columns{0}));
  const std::vector<double> second{1.0, 5.0};
  EXPECT_EQ(pick_least(crossed, second, Measure::Separation, 5, run).columns, (Columns{1}));
}

TEST(MinimumKey, AgreesWithTryingEverySet) {
  const privet::Run run;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Codes codes = random_codes(8 + seed, 8, 2 + seed % 5, seed);
    const auto weights = seed % 3 == 0 ? some_weights(seed, 8) : std::vector<double>{};
    const std::uint64_t best = unseparated_by_pairs(codes, columns_of_mask(255));
    double least = 1e9;
    for (std::uint64_t mask = 0; mask < 256; ++mask) {
      if (unseparated_by_pairs(codes, columns_of_mask(mask)) != best) continue;
      double cost = 0;
      for (const std::size_t c : columns_of_mask(mask)) cost += weight_of(weights, c);
      least = std::min(least, cost);
    }
    const Columns key = minimum_key(codes, weights, run);
    double cost = 0;
    for (const std::size_t c : key) cost += weight_of(weights, c);
    EXPECT_DOUBLE_EQ(cost, least) << "seed " << seed;
    EXPECT_EQ(unseparated_by_pairs(codes, key), best);
  }
}

TEST(MinimumKey, BeatsGreedyWhereGreedyIsFooled) {
  // Column 0 alone separates most, and then both others are needed; they are a key without it.
  const Codes codes(
      {{0, 0, 1, 1, 2, 2, 3, 3, 4}, {0, 1, 2, 0, 1, 2, 0, 1, 2}, {0, 0, 0, 1, 1, 1, 2, 2, 2}});
  const privet::Run run;
  EXPECT_EQ(pick_most(codes, {}, 0, run).columns.front(), 0U);
  EXPECT_EQ(minimum_key(codes, {}, run).size(), 2U);
}

TEST(MinimumKey, SaysWhenItGivesUp) {
  const privet::Run run;
  const Codes codes = random_codes(60, 12, 2, 3);
  try {
    (void)minimum_key(codes, {}, run, 1);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Infeasible);
    EXPECT_NE(error.message().find("greedy key has"), std::string::npos);
  }
}

}  // namespace
}  // namespace privet::quasi
