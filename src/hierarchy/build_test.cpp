// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/error.h"
#include "hierarchy/bind.h"
#include "hierarchy/build_dates.h"
#include "hierarchy/build_intervals.h"
#include "hierarchy/build_prefix.h"
#include "hierarchy/build_taxonomy.h"
#include "hierarchy/build_times.h"
#include "hierarchy/read_arx.h"

namespace privet {
namespace {

template <class Call>
std::string refusal(Call call) {
  try {
    static_cast<void>(call());
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

Column ages() {
  return make_column("age", {"17", "20", "29", "30", "41", "65", "90"});
}

TEST(BuildIntervals, EqualWidthDoublesUntilOneRangeIsLeft) {
  EXPECT_EQ(format_arx(build_intervals(ages(), EqualWidths{.widths = {10}, .origin = 0})),
            "17;[10-19];[0-19];[0-39];[0-79];*\n"
            "20;[20-29];[20-39];[0-39];[0-79];*\n"
            "29;[20-29];[20-39];[0-39];[0-79];*\n"
            "30;[30-39];[20-39];[0-39];[0-79];*\n"
            "41;[40-49];[40-59];[40-79];[0-79];*\n"
            "65;[60-69];[60-79];[40-79];[0-79];*\n"
            "90;[90-99];[80-99];[80-119];[80-159];*\n");
}

TEST(BuildIntervals, WidthsNegativeNumbersAndSingles) {
  EXPECT_EQ(format_arx(build_intervals(make_column("t", {"-5", "-1", "0", "3", "?"}),
                                       EqualWidths{.widths = {1, 4, 8}})),
            "?;?;?;?;*\n"
            "-5;-5;[-8..-5];[-8..-1];*\n"
            "-1;-1;[-4..-1];[-8..-1];*\n"
            "0;0;[0-3];[0-7];*\n"
            "3;3;[0-3];[0-7];*\n");
}

TEST(BuildIntervals, RangesOnBothSidesOfTheOriginEndWithTwo) {
  EXPECT_EQ(format_arx(build_intervals(make_column("t", {"-9", "-1", "3", "100"}),
                                       EqualWidths{.widths = {5}, .factor = 5})),
            "-9;[-10..-6];[-25..-1];[-125..-1];*\n"
            "-1;[-5..-1];[-25..-1];[-125..-1];*\n"
            "3;[0-4];[0-24];[0-124];*\n"
            "100;[100-104];[100-124];[0-124];*\n");
}

TEST(BuildIntervals, RealNumbersAreHalfOpenAndCutWhereTheLabelSays) {
  // 0.3 / 0.1 is less than 3 in binary, but 0.3 belongs where the label begins with it.
  EXPECT_EQ(format_arx(build_intervals(make_column("x", {"0.29", "0.3", "0.7"}),
                                       EqualWidths{.widths = {0.1}, .levels = 1})),
            "0.29;[0.2..0.3);*\n0.3;[0.3..0.4);*\n0.7;[0.7..0.8);*\n");
}

TEST(BuildIntervals, Cuts) {
  EXPECT_EQ(format_arx(build_intervals(ages(), Cuts{{{20, 30, 65}, {30}}})),
            "17;<20;<30;*\n20;[20-29];<30;*\n29;[20-29];<30;*\n30;[30-64];>=30;*\n"
            "41;[30-64];>=30;*\n65;>=65;>=30;*\n90;>=65;>=30;*\n");
  EXPECT_EQ(refusal([] { return build_intervals(ages(), Cuts{{{20, 30}, {25}}}); }),
            "the levels do not nest: cut 25 of level 2 is not a cut of level 1");
  EXPECT_EQ(refusal([] { return build_intervals(ages(), Cuts{{{30, 20}}}); }),
            "cut 20 comes after 30; cuts must ascend");
}

TEST(BuildIntervals, QuantilesBalanceRows) {
  const auto column = make_column("n", {"1", "1", "1", "2", "3", "4", "5", "6"});
  EXPECT_EQ(format_arx(build_intervals(column, Quantiles{.groups = 4})),
            "1;<2;<3;*\n2;2;<3;*\n3;[3-4];>=3;*\n4;[3-4];>=3;*\n5;>=5;>=3;*\n6;>=5;>=3;*\n");
  EXPECT_EQ(format_arx(build_intervals(make_column("n", {"7", "7"}), Quantiles{.groups = 4})),
            "7;*\n");
}

TEST(BuildIntervals, RefusesWhatMakesNoRanges) {
  EXPECT_EQ(refusal([] {
              return build_intervals(make_column("c", {"red"}), EqualWidths{.widths = {1}});
            }),
            "column 'c' is not numeric; intervals need numbers");
  EXPECT_EQ(refusal([] { return build_intervals(ages(), EqualWidths{.widths = {5, 12}}); }),
            "width 12 is not a multiple of width 5 below it");
  EXPECT_EQ(refusal([] { return build_intervals(ages(), EqualWidths{.widths = {0}}); }),
            "a width must be greater than 0");
  EXPECT_EQ(refusal([] { return build_intervals(ages(), EqualWidths{.widths = {1e-12}}); }),
            "width 1e-12 is too small for the value 17");
}

// Every value lies in the range its label prints, at every level, for random widths and numbers.
TEST(BuildIntervals, LabelsTellTheTruth) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 300; ++round) {
    const double width = static_cast<double>(1 + random() % 400) / 100;
    std::vector<std::string> texts;
    for (int i = 0; i < 40; ++i) {
      const auto cents = static_cast<long>(random() % 4000) - 2000;
      texts.push_back(std::to_string(static_cast<double>(cents) / 100));
    }
    texts.emplace_back("0.005");  // never whole
    const auto tree = build_intervals(make_column("x", texts), EqualWidths{.widths = {width}});
    for (NodeId leaf = 0; leaf < tree.leaves(); ++leaf) {
      const double value = parse_number(tree.label(leaf)).value();
      for (std::size_t level = 1; level < tree.height(); ++level) {
        const auto label = tree.label(tree.ancestor(leaf, level));
        const auto dots = label.find("..");
        ASSERT_NE(dots, std::string_view::npos);
        const double low = parse_number(label.substr(1, dots - 1)).value();
        const double high = parse_number(label.substr(dots + 2, label.size() - dots - 3)).value();
        ASSERT_LE(low, value);
        ASSERT_LT(value, high);
        ASSERT_NEAR(high - low, width * std::pow(2.0, static_cast<double>(level - 1)), 1e-6);
      }
    }
  }
}

TEST(BuildPrefix, MasksFromTheEnd) {
  EXPECT_EQ(format_arx(build_prefix(
                make_column("zip", {"47906", "47302", "1200", "NA"}, ColumnType::Text), {})),
            "NA;NA;NA;NA;NA;*\n"
            "1200;1200;120**;12***;1****;*\n"
            "47302;4730*;473**;47***;4****;*\n"
            "47906;4790*;479**;47***;4****;*\n");
  EXPECT_EQ(format_arx(build_prefix(make_column("c", {"äöü", "äöx"}, ColumnType::Text),
                                    PrefixMask{.mask = '#'})),
            "äöx;äö#;ä##;*\näöü;äö#;ä##;*\n");
  EXPECT_EQ(format_arx(build_prefix(make_column("zip", {"47906"}, ColumnType::Text),
                                    PrefixMask{.step = 2, .levels = 1})),
            "47906;479**;*\n");
  EXPECT_EQ(format_arx(build_prefix(make_column("c", {"a", "b"}), {})), "a;*\nb;*\n");
  EXPECT_THROW(static_cast<void>(build_prefix(make_column("c", {std::string(400, 'a')}), {})),
               Error);
}

TEST(BuildTaxonomy, PadsAndOrders) {
  const std::vector<TaxonomyLink> links{{"San Diego", "California"}, {"California", "West"},
                                        {"Hawaii", "West"},          {"West", "USA"},
                                        {"Lincoln", "Midwest"},      {"Midwest", "USA"}};
  const auto column = make_column("place", {"Lincoln", "California", "?"});
  const auto tree = build_taxonomy(links, column);
  EXPECT_EQ(format_arx(tree),
            "San Diego;California;West;USA\n"
            "California;California;West;USA\n"
            "Hawaii;Hawaii;West;USA\n"
            "Lincoln;Lincoln;Midwest;USA\n"
            "?;?;?;USA\n");
  EXPECT_NO_THROW(static_cast<void>(bind(tree, column, "")));
}

TEST(BuildTaxonomy, SeveralRootsGetOne) {
  const std::vector<TaxonomyLink> links{{"a", "x"}, {"b", "y"}};
  EXPECT_EQ(format_arx(build_taxonomy(links, make_column("c", {"a"}))), "a;x;*\nb;y;*\n");
}

TEST(BuildTaxonomy, RefusesCyclesAndSecondParents) {
  const auto column = make_column("c", {"a"});
  const auto at = [](std::size_t line) { return Place{"t.toml", line, 3, {}}; };
  EXPECT_EQ(refusal([&] {
              return build_taxonomy(
                  std::vector<TaxonomyLink>{
                      {"a", "b", at(1)}, {"b", "c", at(2)}, {"c", "d", at(3)}, {"d", "b", at(4)}},
                  column);
            }),
            "t.toml:2:3: the taxonomy has a cycle: 'b' -> 'c' -> 'd' -> 'b'");
  EXPECT_EQ(
      refusal([&] { return build_taxonomy(std::vector<TaxonomyLink>{{"a", "a", at(1)}}, column); }),
      "t.toml:1:3: the taxonomy has a cycle: 'a' -> 'a'");
  EXPECT_EQ(
      refusal([&] {
        return build_taxonomy(
            std::vector<TaxonomyLink>{{"a", "x", at(1)}, {"a", "x", at(2)}, {"a", "y", at(3)}},
            column);
      }),
      "t.toml:3:3: 'a' has two parents, 'x' and 'y'");
  std::vector<TaxonomyLink> chain;
  chain.reserve(5000);
  for (int i = 0; i < 5000; ++i) chain.push_back({std::to_string(i), std::to_string(i + 1), at(1)});
  EXPECT_EQ(refusal([&] { return build_taxonomy(chain, column); }),
            "t.toml:1:3: the taxonomy is 5001 levels deep; at most 256 are supported");
}

TEST(BuildDates, MonthsYearsDecades) {
  const auto column = make_column("day", {"2024/05/17", "2019-12-31", "2020-02-29", ""});
  EXPECT_EQ(format_arx(build_dates(column, {})),
            "\"\";?;?;?;*\n2019-12-31;2019-12;2019;2010s;*\n"
            "2020-02-29;2020-02;2020;2020s;*\n2024/05/17;2024-05;2024;2020s;*\n");
  EXPECT_EQ(format_arx(build_dates(make_column("d", {"2024-05-17"}),
                                   DateUnits{{DateUnit::Quarter, DateUnit::Year}})),
            "2024-05-17;2024-Q2;2024;*\n");
  for (const char* wrong : {"2023-02-29", "2024-13-01", "2024-5-32", "17.05.2024", "2024-05/17"}) {
    EXPECT_EQ(refusal([&] { return build_dates(make_column("day", {wrong}), {}); }),
              "value '" + std::string(wrong) +
                  "' of column 'day' is not a date (yyyy-mm-dd or yyyy/mm/dd)");
  }
  EXPECT_THROW(static_cast<void>(build_dates(column, DateUnits{{DateUnit::Year, DateUnit::Month}})),
               Error);
}

TEST(BuildTimes, HoursAndPartsOfTheDay) {
  const Column column = make_column("t", {"20:16", "8:05 AM", "", "23:59:30", "20:45", "24:00"});
  ASSERT_TRUE(is_times_of_day(column));
  EXPECT_EQ(format_arx(build_times(column)),
            "\"\";?;?;*\n8:05 AM;08h;morning;*\n20:16;20h;evening;*\n20:45;20h;evening;*\n"
            "23:59:30;23h;evening;*\n24:00;23h;evening;*\n");
  EXPECT_FALSE(is_times_of_day(make_column("t", {"20:16", "later"})));
  EXPECT_FALSE(is_times_of_day(make_column("t", {"2023-04-20 20:16"}, ColumnType::Text)));
  EXPECT_FALSE(is_times_of_day(make_column("t", {"", "NA"})));
}

}  // namespace
}  // namespace privet
