// SPDX-License-Identifier: Apache-2.0
#include "data/xlsx/write_xlsx.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "data/csv/write_csv.h"
#include "data/xlsx/read_xlsx.h"

namespace privet {
namespace {

std::string bytes_of(const Table& table) {
  std::string out;
  write_xlsx(table, "people", "t.xlsx", [&](std::string_view piece) { out += piece; }, Run());
  return out;
}

// The columns are what they are in a CSV file, in which dates are known.
void expect_same(const Table& texts) {
  const Table table =
      parse_csv(csv_text(texts, {}, Run()), "t.csv", {.columns = {.ask = false}}, Run()).table;
  const Table back =
      parse_xlsx(bytes_of(table), "t.xlsx", {.columns = {.ask = false}}, Run()).table;
  ASSERT_EQ(back.rows(), table.rows());
  ASSERT_EQ(back.columns(), table.columns());
  for (std::size_t c = 0; c < table.columns(); ++c) {
    EXPECT_EQ(back.all()[c].name, table.all()[c].name);
    EXPECT_EQ(back.all()[c].type(), table.all()[c].type()) << table.all()[c].name;
    for (std::size_t r = 0; r < table.rows(); ++r) {
      const auto row = static_cast<RowId>(r);
      EXPECT_EQ(back.all()[c].text(row), table.all()[c].text(row)) << table.all()[c].name;
    }
  }
}

std::string refusal(const Table& table) {
  try {
    (void)bytes_of(table);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(WriteXlsx, KeepsEveryText) {
  const std::string long_text(32767, 'x');
  expect_same(make_table(
      {"a b", "text", "number", "date", "time", "code"},
      {{"x", "=1+1", "-0", "1899-12-31", "1999-12-31 23:59:59", "007"},
       {" y ", "\"quoted\", 'so'", "1e+308", "1900-02-28", "2000-01-01 00:00:00", "070"},
       {"", "line\nend\r\n", "12.50", "1900-03-01", "2000-01-01 00:00:00.25", "700"},
       {"?", "_x0041_ _x00", "0.1", "2023-04-20", "1850-01-01 10:00:00", "001"},
       {"\x01\x1f\x7f", "\U0001F600 <&> \xC3\xA9", "0.30000000000000004", "9999-12-31", "", "002"},
       {"TRUE", long_text, "5.0", "", "2023-04-20 10:00:00", "003"},
       {"#N/A", "https://example.org/#x", "1e5", "2023-04-20", "2023-04-20 10:00:01", "004"}}));
}

TEST(WriteXlsx, KeepsColumnsOfMidnightsAndOfManyForms) {
  expect_same(make_table({"at", "german", "grouped", "t", "is"},
                         {{"2020-01-01 00:00:00", "27,4", "1,234.5", "20.04.2023", "TRUE"},
                          {"2020-01-02 00:00:00", "31,25", "2,000.5", "21.04.2023", ""},
                          {"2020-01-03 00:00:00", "31,25", "2,000.5", "21.04.2023", "FALSE"}}));
}

TEST(WriteXlsx, GivesTheSameBytesForTheSameTable) {
  const Table table = make_table({"a"}, {{"1"}, {"x"}});
  EXPECT_EQ(bytes_of(table), bytes_of(table));
}

TEST(WriteXlsx, RefusesWhatASheetCannotHold) {
  EXPECT_EQ(refusal(make_table({"a"}, {{"b"}, {"a_x615D\f"}})),
            "t.xlsx: column 'a' holds a control character after a text such as _x0041, which a "
            "workbook would take for one character; write CSV");
  EXPECT_EQ(refusal(make_table({"a"}, {{"b"}, {"a_x615\f"}})), "");
  EXPECT_EQ(
      refusal(make_table({"a"}, {{"\xFF"}})),
      "t.xlsx: column 'a' holds bytes that are not UTF-8, which a workbook cannot; write CSV");
  EXPECT_EQ(refusal(make_table({"a"}, {{std::string(32768, 'x')}})),
            "t.xlsx: column 'a' holds a text of more than 32767 characters, which a cell cannot; "
            "write CSV or SQLite");
  EXPECT_EQ(refusal(make_table({"a", "b"}, {{"1", "2"}, {"", ""}})),
            "t.xlsx: the last record is empty in every column, and a sheet ends with the last cell "
            "that holds something; write CSV or SQLite");
  std::vector<std::string> names;
  for (int c = 0; c < 16385; ++c) names.push_back("c" + std::to_string(c));
  EXPECT_EQ(refusal(make_table(names, {names})),
            "t.xlsx: an Excel sheet holds 1048575 records and 16384 columns at most, and there are "
            "1 and 16385; write CSV, SQLite or Parquet");
}

}  // namespace
}  // namespace privet
