// SPDX-License-Identifier: Apache-2.0
#include "perturb/effect.h"

#include <gtest/gtest.h>

#include <cmath>

namespace privet {
namespace {

TEST(PerturbationEffect, FollowsTheDefinitions) {
  const Table before = make_table(
      {"x", "y", "word"}, {{"1", "2", "a"}, {"2", "4", "a"}, {"3", "6", "b"}, {"?", "8", "c"}});
  const Table after = make_table(
      {"x", "y", "word"}, {{"1.0", "2", "a"}, {"4", "4", "b"}, {"1", "6", "b"}, {"?", "8", "c"}});
  const PerturbationEffect x = measure_effect(before.all(), after.all(), 0);
  EXPECT_EQ(x.present, 3U);
  EXPECT_EQ(x.changed, 2U);  // 1.0 is still 1
  EXPECT_DOUBLE_EQ(x.mean->before, 2);
  EXPECT_DOUBLE_EQ(x.mean->after, 2);
  EXPECT_DOUBLE_EQ(x.deviation->before, 1);
  EXPECT_DOUBLE_EQ(x.deviation->after, std::sqrt(3.0));
  EXPECT_EQ(x.correlated_with, "y");
  EXPECT_DOUBLE_EQ(x.correlation->before, 1);
  EXPECT_DOUBLE_EQ(x.correlation->after, 0);
  const PerturbationEffect word = measure_effect(before.all(), after.all(), 2);
  EXPECT_EQ(word.changed, 1U);
  EXPECT_DOUBLE_EQ(word.frequencies, 0.25);
  EXPECT_FALSE(word.mean.has_value());
}

}  // namespace
}  // namespace privet
