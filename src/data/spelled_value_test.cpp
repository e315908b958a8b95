// SPDX-License-Identifier: Apache-2.0
#include "data/spelled_value.h"

#include <gtest/gtest.h>

#include "data/csv/read_csv.h"
#include "data/meaning.h"

namespace privet {
namespace {

TEST(SpelledValue, NumbersWithOtherMarks) {
  const auto number = [](std::string_view text) {
    return spelled_number(text).value_or("nothing");
  };
  EXPECT_EQ(number("27,4"), "27.4");
  EXPECT_EQ(number("-1 234,5"), "-1234.5");
  EXPECT_EQ(number("1'234.5"), "1234.5");
  EXPECT_EQ(number("1.234,5"), "1234.5");
  EXPECT_EQ(number("1,234,567"), "1234567");
  EXPECT_EQ(number("12 34"), "nothing");
  EXPECT_EQ(number("1,2,3"), "nothing");
  EXPECT_EQ(number("0 123"), "nothing");
  EXPECT_EQ(number("1 234'567"), "nothing");
  EXPECT_EQ(number("a,5"), "nothing");
}

TEST(SpelledValue, MeaningsOfNumbersAndDays) {
  EXPECT_EQ(meaning_key("27,4"), meaning_key("27.40"));
  EXPECT_EQ(meaning_key("1 000"), meaning_key("1000"));
  EXPECT_EQ(meaning_key("1\xE2\x80\xAF"
                        "000"),
            meaning_key("1000"));
  for (const auto* same : {"20-Apr-2023", "20. April 2023", "April 20, 2023", "20/04/2023",
                           "4/20/2023", "2023/4/20", "20-4-2023", "20 avr. 2023", "2023-abr-20"}) {
    EXPECT_EQ(meaning_key(same), meaning_key("2023-04-20")) << same;
  }
  EXPECT_EQ(meaning_key("1. M\xC3\xA4rz 2023"), meaning_key("2023-03-01"));
  EXPECT_EQ(meaning_key("20-Apr-2023 8:16 PM"), meaning_key("2023-04-20T20:16"));
  EXPECT_NE(meaning_key("5/6/2023"), meaning_key("2023-06-05"));  // or the 6th of May
  EXPECT_NE(meaning_key("20 apples 2023"), meaning_key("2023-04-20"));
}

Column read_column(std::string_view csv) {
  const Run run;
  return parse_csv(csv, "t.csv", {.delimiter = ';'}, run).table.column(0);
}

TEST(SpelledValue, ColumnsWithSpacesBetweenThousands) {
  const Column column = read_column("income\n1 000\n980\n12 345\n");
  EXPECT_EQ(column.type(), ColumnType::Numeric);
  EXPECT_EQ(column.number(0), 1000);
  EXPECT_EQ(column.number(2), 12345);
  EXPECT_EQ(read_column("x\n1'234.5\n2\n").number(0), 1234.5);
  EXPECT_EQ(read_column("x\n1\xC2\xA0"
                        "234,5\n2\n")
                .number(0),
            1234.5);
  // Telephone numbers.
  EXPECT_EQ(read_column("x\n612 345 678\n698 765 432\n").type(), ColumnType::Text);
}

TEST(SpelledValue, ColumnsWithPointsAndCommasAreAskedAbout) {
  const privet::Run run;
  CsvOptions options{.delimiter = ';'};
  options.columns.ask = false;
  const CsvFile file = parse_csv("bmi\n27,4\n27.4\n31\n", "t.csv", options, run);
  ASSERT_EQ(file.questions.size(), 1U);
  EXPECT_EQ(file.questions[0].column, "bmi");
  // As texts they still mean the same.
  EXPECT_EQ(find_meanings(file.table.column(0).dictionary, false).first.size(), 2U);
}

TEST(SpelledValue, ColumnsOfDatesInSeveralForms) {
  const Column column = read_column("day\n2023-04-20\n20-Apr-2023\n1.5.2023\n");
  EXPECT_EQ(column.type(), ColumnType::Date);
  EXPECT_EQ(column.number(0), column.number(1));
}

}  // namespace
}  // namespace privet
