// SPDX-License-Identifier: Apache-2.0
#include "application/learned_weights.h"

#include <gtest/gtest.h>

#include "base/sampling.h"

namespace privet {
namespace {

TEST(LearnedWeights, OfAWorkloadAreFrequenciesWithTheLargestOne) {
  const Table table = make_table({"age", "sex", "zip"}, {{"1", "m", "a"}, {"2", "f", "b"}});
  const Problem problem{table, {{0}, {1}}, {}, {}};
  const auto learn = [&](const char* sql) {
    return weights_of_workload(parse_workload(sql, table), problem);
  };
  EXPECT_EQ(learn("SELECT age FROM t WHERE age > 1; SELECT sex, zip FROM t"),
            (std::vector<double>{1.0, 0.5}));
  EXPECT_EQ(learn("SELECT zip FROM t"), (std::vector<double>{0.0, 0.0}));
}

// x decides the class, half of y's records tell it, z tells nothing.
TEST(LearnedWeights, ByClassFollowWhatEachColumnTells) {
  Sampler sampler(4);
  std::vector<std::vector<std::string>> cells;
  for (int r = 0; r < 600; ++r) {
    const bool good = sampler.below(2) == 0;
    const bool told = sampler.below(2) == 0;
    cells.push_back({std::to_string(sampler.below(50) + (good ? 50 : 0)),
                     told ? (good ? "yes" : "no") : "unknown", std::to_string(sampler.below(9)),
                     good ? "+" : "-"});
  }
  const Table table = make_table({"x", "y", "z", "class"}, cells);
  const Problem problem{table, {{2}, {0}, {1}}, {}, {}};
  const auto weights = weights_by_class(3, problem, privet::Run());
  ASSERT_EQ(weights.size(), 3U);
  EXPECT_LT(weights[0], 0.15);
  EXPECT_DOUBLE_EQ(weights[1], 1.0);
  EXPECT_NEAR(weights[2], 0.5, 0.1);
}

}  // namespace
}  // namespace privet
