// SPDX-License-Identifier: Apache-2.0
#include "recoding/class_statistic.h"

#include <gtest/gtest.h>

#include <limits>

namespace privet {
namespace {

double mean(std::vector<double> values) {
  return statistic_of(Statistic::Mean, values);
}
double median(std::vector<double> values) {
  return statistic_of(Statistic::Median, values);
}

TEST(ClassStatistic, MeanAndMedian) {
  EXPECT_EQ(mean({4}), 4);
  EXPECT_EQ(mean({1, 2, 4, 9}), 4);
  EXPECT_EQ(median({9, 1, 4}), 4);
  EXPECT_EQ(median({9, 1, 4, 5}), 4.5);
  EXPECT_EQ(median({-1, -3}), -2);
}

TEST(ClassStatistic, NeverOverflows) {
  constexpr double kMost = std::numeric_limits<double>::max();
  EXPECT_EQ(mean({kMost, kMost, kMost, kMost}), kMost);
  EXPECT_EQ(mean({kMost, -kMost}), 0);
  EXPECT_EQ(median({kMost, kMost}), kMost);
}

TEST(ClassStatistic, OneDecimalMoreThanTheColumnHas) {
  const auto decimals = [](const std::vector<std::string>& texts) {
    return statistic_decimals(make_column("x", texts));
  };
  EXPECT_EQ(decimals({"1", "20"}), 1U);
  EXPECT_EQ(decimals({"1.5", "20", "?"}), 2U);
  EXPECT_EQ(decimals({"1.50", "2"}), 3U);
  EXPECT_EQ(decimals({"1.5e3", "2"}), 1U);
  EXPECT_EQ(decimals({"12.5e-2"}), 4U);
  EXPECT_EQ(decimals({"-.25", "7."}), 3U);
}

TEST(ClassStatistic, Text) {
  EXPECT_EQ(statistic_text(37.26, 1), "37.3");
  EXPECT_EQ(statistic_text(37.0, 1), "37");
  EXPECT_EQ(statistic_text(200.0, 2), "200");
  EXPECT_EQ(statistic_text(-0.01, 1), "0");
  EXPECT_EQ(statistic_text(-2.5, 1), "-2.5");
  EXPECT_EQ(statistic_text(-0.0, 20), "0");
  EXPECT_EQ(statistic_text(0.125, 20), "0.125");  // more decimals than doubles have
  EXPECT_EQ(parse_number(statistic_text(1.25e300, 1)), 1.25e300);
}

TEST(ClassStatistic, ShowsWhatIsMissingBesideTheNumber) {
  const Table table = make_table({"x"}, {{"1"}, {"2"}, {"?"}, {"?"}, {"NA"}, {"7"}, {"8"}});
  const auto shown =
      show_statistic(table, 0, Statistic::Mean, {0, 0, 0, 1, 1, kSuppressed, 2}, 3, 1);
  ASSERT_EQ(shown.values.size(), 3U);
  using Kind = GeneralizedValue::Kind;
  const auto code = [&](std::string_view text) { return *table.column(0).dictionary.find(text); };
  const GeneralizedValue mixed{.kind = Kind::Range,
                               .low = code("1"),
                               .high = code("2"),
                               .members = {code("?")},
                               .statistic = "1.5"};
  EXPECT_EQ(shown.values[0], mixed);
  EXPECT_EQ(shown.values[1].kind, Kind::Set);
  EXPECT_EQ(shown.values[1].members.size(), 2U);
  EXPECT_EQ(shown.values[2].statistic, "8");
}

TEST(ClassStatistic, NoNumberOfAFew) {
  const Table table = make_table({"x"}, {{"1"}, {"2"}, {"?"}, {"?"}, {"?"}, {"37"}});
  const auto shown = show_statistic(table, 0, Statistic::Median, {0, 0, 0, 1, 2, 2}, 3, 2);
  EXPECT_EQ(shown.values[0].statistic, "1.5");
  EXPECT_EQ(shown.values[1].kind, GeneralizedValue::Kind::Value);
  EXPECT_EQ(shown.values[2], GeneralizedValue{.kind = GeneralizedValue::Kind::Any});
  EXPECT_EQ(least_values(1), 3U);
  EXPECT_EQ(least_values(2), 2U);
  EXPECT_EQ(least_values(5), 5U);
}

}  // namespace
}  // namespace privet
