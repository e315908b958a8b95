// SPDX-License-Identifier: Apache-2.0
#include "mining/numbers/midpoint.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace privet::mining {
namespace {

TEST(Midpoint, HasNoMoreDigitsThanItNeeds) {
  EXPECT_EQ(fmt::format("{}", midpoint(44.7, 44.76)), "44.73");
  EXPECT_EQ(fmt::format("{}", midpoint(0.1, 0.2)), "0.15");
  EXPECT_EQ(midpoint(20, 25), 22.5);
  EXPECT_EQ(midpoint(-1, 1), 0);
}

TEST(Midpoint, TellsNeighboursApart) {
  for (const double a : {1.0, -1.0, 1e300, 1e-300, 123456789.123456789}) {
    const double b = std::nextafter(a, std::numeric_limits<double>::infinity());
    const double cut = midpoint(a, b);
    EXPECT_LE(a, cut);
    EXPECT_LT(cut, b);
  }
  const double largest = std::numeric_limits<double>::max();
  EXPECT_TRUE(std::isfinite(midpoint(largest / 2, largest)));
}

}  // namespace
}  // namespace privet::mining
