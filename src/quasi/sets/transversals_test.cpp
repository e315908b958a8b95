// SPDX-License-Identifier: Apache-2.0
#include "quasi/sets/transversals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/sampling.h"

namespace privet::quasi {
namespace {

using Edges = std::vector<ColumnSet>;

ColumnSet set_of(std::uint64_t mask) {
  ColumnSet out;
  for (std::size_t c = 0; c < 64; ++c) {
    if ((mask >> c & 1U) != 0) out.insert(c);
  }
  return out;
}

Edges random_edges(std::size_t columns, std::size_t count, Sampler& sampler) {
  Edges out;
  for (std::size_t i = 0; i < count; ++i) {
    out.push_back(set_of(1 + sampler.below((std::uint64_t{1} << columns) - 1)));
  }
  return out;
}

bool hits_all(std::uint64_t mask, const Edges& edges) {
  return std::none_of(edges.begin(), edges.end(),
                      [&](const ColumnSet& edge) { return edge.meet(set_of(mask)).empty(); });
}

TEST(Transversals, AllMinimalOnesAgreeWithTryingEverySet) {
  Sampler sampler(3);
  for (int round = 0; round < 60; ++round) {
    const std::size_t columns = 1 + sampler.below(9);
    const Edges edges = random_edges(columns, sampler.below(14), sampler);
    const std::size_t max_size = 1 + sampler.below(columns);
    std::multiset<ColumnSet> found;
    for_each_transversal(edges, columns, max_size, [&](const ColumnSet& set) {
      found.insert(set);
      return true;
    });
    std::multiset<ColumnSet> expected;
    for (std::uint64_t mask = 0; mask < std::uint64_t{1} << columns; ++mask) {
      if (set_of(mask).size() > max_size || !hits_all(mask, edges)) continue;
      bool minimal = true;
      for (std::size_t c = 0; c < columns; ++c) {
        const std::uint64_t bit = std::uint64_t{1} << c;
        if ((mask & bit) != 0 && hits_all(mask & ~bit, edges)) minimal = false;
      }
      if (minimal) expected.insert(set_of(mask));
    }
    EXPECT_EQ(found, expected) << "round " << round;
  }
}

TEST(Transversals, StopsWhenAsked) {
  const Edges edges{set_of(0b1111), set_of(0b110000)};
  int calls = 0;
  for_each_transversal(edges, 6, 6, [&](const ColumnSet&) { return ++calls < 3; });
  EXPECT_EQ(calls, 3);
}

TEST(Transversals, TheCheapestAgreesWithTryingEverySet) {
  const privet::Run run;
  Sampler sampler(5);
  for (int round = 0; round < 60; ++round) {
    const std::size_t columns = 1 + sampler.below(9);
    const Edges edges = random_edges(columns, 1 + sampler.below(14), sampler);
    std::vector<double> weights;
    for (std::size_t c = 0; c < columns; ++c)
      weights.push_back(1.0 + static_cast<double>(sampler.below(4)));
    if (round % 2 == 0) weights.clear();
    const auto cost = [&](const ColumnSet& set) {
      double out = 0;
      for (const std::size_t c : set.columns()) out += weights.empty() ? 1.0 : weights[c];
      return out;
    };
    double least = 1e9;
    for (std::uint64_t mask = 0; mask < std::uint64_t{1} << columns; ++mask) {
      if (hits_all(mask, edges)) least = std::min(least, cost(set_of(mask)));
    }
    const auto search = cheapest_transversal(edges, weights, 1e9, 1'000'000, run);
    ASSERT_TRUE(search.found && search.complete);
    EXPECT_DOUBLE_EQ(cost(*search.found), least);
    EXPECT_FALSE(cheapest_transversal(edges, weights, least, 1'000'000, run).found);
    EXPECT_FALSE(cheapest_transversal(edges, weights, 1e9, 0, run).complete);
  }
}

TEST(Transversals, KeepsMinimalEdges) {
  Edges edges{set_of(0b111), set_of(0b11), set_of(0b100), set_of(0b11), set_of(0b1100)};
  keep_minimal(edges);
  EXPECT_EQ(edges, (Edges{set_of(0b100), set_of(0b11)}));
}

TEST(ColumnSet, WorksBeyondOneWord) {
  ColumnSet set;
  for (const std::size_t c : {0U, 63U, 64U, 200U, 255U}) set.insert(c);
  EXPECT_EQ(set.columns(), (std::vector<std::size_t>{0, 63, 64, 200, 255}));
  set.erase(64);
  EXPECT_EQ(set.size(), 4U);
  EXPECT_TRUE(set.subset_of(ColumnSet::first(256)));
  EXPECT_FALSE(ColumnSet::first(256).subset_of(set));
}

}  // namespace
}  // namespace privet::quasi
