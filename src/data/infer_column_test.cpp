// SPDX-License-Identifier: Apache-2.0
#include "data/infer_column.h"

#include <gtest/gtest.h>

#include "data/retype_column.h"
#include "data/table.h"

namespace privet {
namespace {

using Texts = std::vector<std::string_view>;

InferredColumn infer(const Texts& texts, const ColumnWish& wish = {}) {
  std::vector<bool> missing;
  for (const auto text : texts) missing.push_back(is_missing_text(text));
  return infer_column("x", texts, missing, wish, privet::Run());
}

// "numeric comma", "date dmy", "text", "? the question", "! value".
std::string kind(const Texts& texts, const ColumnWish& wish = {}) {
  const InferredColumn found = infer(texts, wish);
  if (!found.question.empty()) return "? " + found.question;
  if (found.wrong) return "! " + std::string(texts[*found.wrong]);
  if (!ordered(found.type)) return "text";
  return std::string(type_name(found.type)) + " " + std::string(form_name(found.form));
}

TEST(InferColumn, ReadsPlainNumbersAsBefore) {
  EXPECT_EQ(kind({"1", "2.5", "", "1e3"}), "numeric point");
  EXPECT_EQ(kind({"1", "x"}), "text");
  EXPECT_EQ(kind({"", "?"}), "text");
  EXPECT_EQ(kind({}), "text");
  EXPECT_EQ(kind({"1951", "2023"}), "numeric point");
  EXPECT_EQ(kind({"12345678", "20230420"}), "numeric point");
  EXPECT_EQ(kind({"1", "x"}, {.type = ColumnType::Numeric}), "! x");
  EXPECT_EQ(kind({"1"}, {.type = ColumnType::Text}), "text");
}

TEST(InferColumn, DetectsDecimalCommas) {
  EXPECT_EQ(kind({"27,4", "28", "NA"}), "numeric comma");
  EXPECT_EQ(kind({"27,4", "1,234"}), "numeric comma");
  EXPECT_EQ(kind({"0,123", "0,456"}), "numeric comma");
  EXPECT_EQ(kind({"1.234,5", "17"}), "numeric comma-grouped");
  EXPECT_EQ(kind({"1,234.5", "17"}), "numeric point-grouped");
  EXPECT_EQ(kind({"1,234,567", "17"}), "numeric point-grouped");
  EXPECT_EQ(kind({"1.234.567", "17"}), "numeric comma-grouped");
  EXPECT_EQ(kind({"27,4", "27.4"}),
            "? column 'x' has decimal commas ('27,4') beside decimal points ('27.4'); write all of "
            "them one way, or say --type x=text to take them as texts");
  EXPECT_EQ(kind({"27,4", "a,b"}), "text");
  EXPECT_EQ(kind({"1,2,3"}), "text");
}

TEST(InferColumn, AsksForTheCentury) {
  const std::string asks = "? the dates of column 'x' (";
  EXPECT_EQ(kind({"17.05.51", "03.11.62", "", "28.02.49"}),
            asks +
                "'17.05.51') have years of two digits, and nobody can tell the century; write "
                "the years with four digits, or say --type x=text to take them as texts");
  EXPECT_TRUE(kind({"5/17/51", "11/3/62", "2/28/49"}).starts_with(asks));
  EXPECT_TRUE(kind({"17-05-51 20:16", "03-11-62 08:00", "28-02-49 09:30"}).starts_with(asks));
  EXPECT_EQ(kind({"17.05.51", "03.11.62", "28.02.49"}, {.type = ColumnType::Text}), "text");
  EXPECT_EQ(kind({"17.05.51", "x", "28.02.49"}), "text");
  EXPECT_EQ(kind({"40.50.51", "17.05.51", "28.02.49"}), "text");
}

TEST(InferColumn, AsksWhereACommaCouldBeEither) {
  EXPECT_EQ(kind({"1,234", "17"}),
            "? the commas of column 'x' ('1,234') could be decimal commas or stand between "
            "thousands; say --decimal comma or --decimal point, or --type x=text");
  EXPECT_EQ(kind({"1,234", "17"}, {.decimal = DecimalMark::Comma}), "numeric comma");
  EXPECT_EQ(kind({"1,234", "17"}, {.decimal = DecimalMark::Point}), "numeric point-grouped");
  EXPECT_EQ(kind({"1.234", "17"}), "numeric point");
  EXPECT_EQ(kind({"1.234", "17"}, {.decimal = DecimalMark::Comma}), "numeric comma-grouped");
  EXPECT_EQ(kind({"1.5", "17"}, {.decimal = DecimalMark::Comma}), "numeric point");
  EXPECT_EQ(kind({"27,4"}, {.decimal = DecimalMark::Point}), "text");
  EXPECT_EQ(kind({"1,234"}, {.type = ColumnType::Text}), "text");
}

TEST(InferColumn, DetectsDates) {
  EXPECT_EQ(kind({"17.05.1951", "29.02.2024", ""}), "date dmy");
  EXPECT_EQ(kind({"05/17/1951", "01/02/2023"}), "date mdy");
  EXPECT_EQ(kind({"17/05/1951", "01/02/2023"}), "date dmy");
  EXPECT_EQ(kind({"2023-04-20", "2023-04", "1951"}), "date ymd");
  EXPECT_EQ(kind({"2023-04-20T20:16:00", "2023-04-20T24:00:00"}), "date ymd");
  EXPECT_EQ(kind({"20-Apr-2023", "1-May-2023"}), "date dmy");
  EXPECT_EQ(kind({"20230420", "19510517"}), "date ymd");
  EXPECT_EQ(kind({"20230420"}, {.type = ColumnType::Numeric}), "numeric point");
  // With points the day comes first.
  EXPECT_EQ(kind({"05.06.1951", "01.02.2023"}), "date dmy");
  // Nothing changes if day and month are exchanged.
  EXPECT_EQ(kind({"01/01/2020", "02/02/2021"}), "date dmy");
}

TEST(InferColumn, AsksWhereDayAndMonthAreNotClear) {
  EXPECT_EQ(kind({"05/06/1951", "01/02/2023"}),
            "? the dates of column 'x' ('05/06/1951') could begin with the day or with the month; "
            "say --date-format x=dmy or --date-format x=mdy");
  EXPECT_EQ(kind({"05/06/1951"}, {.order = DateOrder::Mdy}), "date mdy");
  EXPECT_EQ(kind({"05/06/1951"}, {.type = ColumnType::Date, .order = DateOrder::Dmy}), "date dmy");
  EXPECT_EQ(kind({"05/17/1951"}, {.order = DateOrder::Dmy}), "! 05/17/1951");
}

TEST(InferColumn, ATotalIsNotAMissingValue) {
  const auto asked = kind({"1", "2", "3", "4", "5", "6", "7", "Summe"});
  EXPECT_EQ(
      asked,
      "? column 'x' holds numbers except for 'Summe', which looks like a total below the table "
      "and not like a person: leave its line out with --skip-last-lines 1; --type x=text "
      "takes all as texts");
}

TEST(InferColumn, SaysWhatSpoilsDates) {
  EXPECT_EQ(
      kind({"17.05.1951", "18.05.1951", "29.02.2023", "20.05.1951"}),
      "? column 'x' looks like dates, but '29.02.2023' does not fit; --type x=date says where "
      "it is; correct it, name what stands for a missing value with --missing-mark, or say "
      "--type x=text to take all as texts");
  // Also where it comes first.
  EXPECT_TRUE(kind({"unknown", "17.05.1951", "18.05.1951", "20.05.1951"})
                  .starts_with("? column 'x' looks like dates, but 'unknown' does not fit;"));
  // Dates of two countries.
  EXPECT_EQ(kind({"26/03/1974", "03/26/1974", "05/06/1951"}),
            "? some dates of column 'x' begin with the day and some with the month ('26/03/1974' "
            "beside '03/26/1974'), so that of 05/06/1951 nobody can tell; write all of them one "
            "way, or say --type x=text to take them as texts");
  // A year in front says the order itself.
  EXPECT_EQ(kind({"17.05.1951", "2023-04-20"}), "date dmy");
  EXPECT_EQ(kind({"17.05.1951", "x"}, {.type = ColumnType::Date}), "! x");
  EXPECT_EQ(kind({"2023-04-20T20:16Z", "2023-04-20T20:16"}),
            "? column 'x' has times with and without a time zone, which cannot be compared; write "
            "all of them one way, or say --type x=text to take them as texts");
  EXPECT_EQ(kind({"", "NA"}, {.type = ColumnType::Date}), "date ymd");
}

TEST(InferColumn, AsksAboutAFewWordsAmongMany) {
  const Texts ages{"31", "32", "40", "45", "52", "60", "unbekannt"};
  EXPECT_EQ(
      kind(ages),
      "? column 'x' holds numbers except for 'unbekannt'; where that stands for a missing value, "
      "say --missing-mark 'unbekannt'; --type x=text takes all as texts");
  EXPECT_EQ(kind(ages, {.type = ColumnType::Text}), "text");
  EXPECT_EQ(kind({"1", "2", "3", "x"}), "text");  // too few to say
  EXPECT_TRUE(kind({"1.5.2023", "2.5.2023", "3.5.2023", "4.5.2023", "5.5.2023", "6.5.2023", "?!"})
                  .starts_with("? column 'x' holds dates except for '?!'"));
  // Codes with letters are not numbers with a few faults.
  EXPECT_EQ(kind({"250", "276", "V27", "E909", "401", "428", "V58", "E11", "V10", "V45"}), "text");
}

TEST(InferColumn, OrdersValuesOnTheirLine) {
  const Column raw = make_column("x", {"17.05.1951", "01.06.1950", "", "02.05.1951"});
  const Column column = retype_column(raw, {.type = ColumnType::Date}, {}, privet::Run());
  EXPECT_EQ(column.dictionary.text(1), "01.06.1950");
  EXPECT_EQ(column.dictionary.text(2), "02.05.1951");
  EXPECT_EQ(column.dictionary.text(3), "17.05.1951");
  EXPECT_EQ(column.dictionary.find("02.05.1951"), ValueId{2});
  EXPECT_FALSE(column.dictionary.find("x"));
  EXPECT_EQ(column.text(0), "17.05.1951");
}

TEST(PlainColumn, WritesAPointAndLeavesDates) {
  const Column raw = make_column("x", {"1.234,5", "17", "1234,5", "?"});
  const Column commas = retype_column(raw, {.type = ColumnType::Numeric}, {}, privet::Run());
  EXPECT_EQ(commas.type(), ColumnType::Numeric);
  EXPECT_EQ(commas.number(0), 1234.5);
  const Column plain = plain_column(commas);
  EXPECT_EQ(plain.text(0), "1234.5");
  EXPECT_EQ(plain.codes[0], plain.codes[2]);
  EXPECT_TRUE(plain.missing(3));
  const Column dates = retype_column(make_column("d", {"17.05.1951"}), {.type = ColumnType::Date},
                                     {}, privet::Run());
  EXPECT_EQ(plain_column(dates).type(), ColumnType::Text);
}

}  // namespace
}  // namespace privet
