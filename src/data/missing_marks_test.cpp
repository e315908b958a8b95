// SPDX-License-Identifier: Apache-2.0
#include "data/missing_marks.h"

#include <gtest/gtest.h>

#include "data/csv/read_csv.h"

namespace privet {
namespace {

Column read_column(std::string_view csv, std::vector<std::string> marks = {}) {
  const Run run;
  CsvOptions options;
  options.columns.missing = std::move(marks);
  return parse_csv(csv, "t.csv", options, run).table.column(0);
}

TEST(MissingMarks, AreReadAsEmptyCells) {
  const Column column = read_column("age\n31\nunbekannt\n44\n Unbekannt\n\n", {"unbekannt"});
  EXPECT_EQ(column.type(), ColumnType::Numeric);
  EXPECT_EQ(column.text(1), "");
  EXPECT_TRUE(column.missing(1));
  EXPECT_TRUE(column.missing(3));
  EXPECT_EQ(column.dictionary.missing_count(), 1U);
  EXPECT_EQ(column.dictionary.size(), 3U);
}

TEST(MissingMarks, HoldInColumnsOfTextToo) {
  const Column column = read_column("job\nnurse\nn.b.\ncook\n", {"N.B.", "-"});
  EXPECT_TRUE(column.missing(1));
  EXPECT_EQ(column.dictionary.size(), 3U);
}

TEST(MissingMarks, DashesAmongNumbersAndDatesAreMissing) {
  for (const auto* dash : {"-", "--", ".", "\xE2\x80\x93", " - "}) {
    const Column column = read_column(std::string("x\n1\n2\n") + dash + "\n3\n");
    EXPECT_EQ(column.type(), ColumnType::Numeric) << dash;
    EXPECT_TRUE(column.missing(2)) << dash;
    EXPECT_EQ(column.text(2), "") << dash;
  }
  EXPECT_EQ(read_column("x\n20.04.2023\n-\n1.5.2023\n").type(), ColumnType::Date);
}

TEST(MissingMarks, DashesAmongTextsAreAnswers) {
  const Column column = read_column("rhesus\n+\n-\n+\n");
  EXPECT_FALSE(column.missing(1));
  EXPECT_EQ(column.text(1), "-");
}

TEST(MissingMarks, FaultsOfSpreadsheetsAreMissing) {
  for (const auto* fault : {"#N/A", "#NV", "#DIV/0!", "#REF!", "#NAME?", "n.a.", "<NA>"}) {
    EXPECT_TRUE(is_missing_text(fault)) << fault;
  }
  EXPECT_FALSE(is_missing_text("#1"));
  EXPECT_FALSE(is_missing_text("#hashtag"));
}

TEST(MissingMarks, OfAColumnAlreadyRead) {
  const Column column = make_column("x", {"a", "none", "", "none"});
  const Column out = with_missing(column, [](std::string_view text) { return text == "none"; });
  EXPECT_EQ(out.dictionary.size(), 2U);
  for (const RowId row : {RowId{1}, RowId{2}, RowId{3}}) EXPECT_TRUE(out.missing(row));
  EXPECT_EQ(out.text(0), "a");
}

TEST(MissingMarks, WordsThatMayStandForAMissingValue) {
  for (const auto* text : {"-", "--", "\xE2\x80\x93", ".", "Unknown", " unknown ", "UNBEKANNT",
                           "keine  Angabe", "non renseign\xC3\xA9", "(null)", "??"}) {
    EXPECT_TRUE(may_be_missing(text)) << text;
  }
  for (const auto* text : {"none", "+", "negative", "no", "0", "unknown virus", "a-b", "other"}) {
    EXPECT_FALSE(may_be_missing(text)) << text;
  }
}

}  // namespace
}  // namespace privet
