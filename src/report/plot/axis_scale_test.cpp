// SPDX-License-Identifier: Apache-2.0
#include "report/plot/axis_scale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <set>

#include "base/error.h"

namespace privet {
namespace {

using Ticks = std::vector<double>;

TEST(Ticks, RoundSteps) {
  EXPECT_EQ(linear_ticks(0, 10, 6), (Ticks{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(linear_ticks(0, 97, 6), (Ticks{0, 20, 40, 60, 80, 100}));
  EXPECT_EQ(linear_ticks(-3, 4, 5), (Ticks{-4, -2, 0, 2, 4}));
}

TEST(Ticks, EdgeRanges) {
  EXPECT_EQ(linear_ticks(0, 0, 3), (Ticks{0, 0.5, 1}));
  const Ticks same = linear_ticks(7, 7, 5);
  EXPECT_LT(same.front(), 7);
  EXPECT_GT(same.back(), 7);
  EXPECT_EQ(tick_labels(linear_ticks(0, 1e-9, 3), NumberStyle::Plain),
            (std::vector<std::string>{"0", "5e-10", "1e-9"}));
  EXPECT_EQ(tick_labels(linear_ticks(0, 1e12, 3), NumberStyle::Plain),
            (std::vector<std::string>{"0", "500G", "1T"}));
  EXPECT_EQ(tick_labels({0, 0.005, 0.01}, NumberStyle::Percent),
            (std::vector<std::string>{"0.0%", "0.5%", "1.0%"}));
}

TEST(Ticks, RefusesWhatCannotBeDrawn) {
  EXPECT_THROW((void)linear_ticks(0, std::numeric_limits<double>::quiet_NaN(), 5), Error);
  EXPECT_THROW((void)linear_ticks(0, std::numeric_limits<double>::infinity(), 5), Error);
  EXPECT_THROW((void)linear_ticks(2, 1, 5), Error);
  EXPECT_THROW((void)log_ticks(0, 1, 5), Error);
}

TEST(Ticks, AnyRangeIsCoveredByFewDistinctTicks) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> exponent(-290, 290);
  for (int round = 0; round < 6000; ++round) {
    double low = std::pow(10.0, exponent(random)) * (random() % 2 == 0 ? 1 : -1);
    double high = random() % 4 == 0 ? low * (1 + 1e-7) : std::pow(10.0, exponent(random));
    if (random() % 8 == 0) low = 0;
    if (low > high) std::swap(low, high);
    const int about = 2 + static_cast<int>(random() % 10);
    const Ticks ticks = linear_ticks(low, high, about);
    const double slack = (ticks.back() - ticks.front()) * 1e-6;
    ASSERT_LE(ticks.front(), low + slack);
    ASSERT_GE(ticks.back(), high - slack);
    ASSERT_GE(ticks.size(), 2U);
    ASSERT_LE(ticks.size(), static_cast<std::size_t>(about) + 2);
    ASSERT_TRUE(std::is_sorted(ticks.begin(), ticks.end()));
    const auto labels = tick_labels(ticks, NumberStyle::Plain);
    ASSERT_EQ(std::set(labels.begin(), labels.end()).size(), labels.size());
  }
}

TEST(Ticks, LogTicksAreWithinAndRound) {
  EXPECT_EQ(log_ticks(1, 1000, 4), (Ticks{1, 10, 100, 1000}));
  EXPECT_EQ(log_ticks(1, 10, 6), (Ticks{1, 2, 5, 10}));
  EXPECT_EQ(log_ticks(3, 4, 6), (Ticks{3, 4}));
  EXPECT_LE(log_ticks(1e-250, 1e250, 6).size(), 8U);
}

TEST(AxisScale, MapsEndsAndMiddle) {
  DataRange range(Scale::Log);
  EXPECT_TRUE(range.add(1));
  EXPECT_TRUE(range.add(100));
  EXPECT_FALSE(range.add(0));
  EXPECT_FALSE(range.add(-1));
  AxisScale log({.scale = Scale::Log}, range, 6, false);
  log.place(0, 200);
  EXPECT_DOUBLE_EQ(log.at(1), 0);
  EXPECT_DOUBLE_EQ(log.at(10), 100);
  EXPECT_DOUBLE_EQ(log.at(100), 200);
}

TEST(AxisScale, EndsWhereAskedUnlessDataLiesBeyond) {
  DataRange range(Scale::Linear);
  range.add(0.2);
  range.add(0.93);
  AxisScale asked({.min = 0.0, .max = 1.0}, range, 6, false);
  asked.place(0, 100);
  EXPECT_DOUBLE_EQ(asked.at(1.0), 100);
  AxisScale beyond({.max = 0.5}, range, 6, false);
  beyond.place(0, 100);
  EXPECT_LT(beyond.at(0.93), 100.0001);
  EXPECT_GT(beyond.at(0.93), beyond.at(0.5));
}

}  // namespace
}  // namespace privet
