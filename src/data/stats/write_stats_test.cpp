// SPDX-License-Identifier: Apache-2.0
#include "data/stats/write_stats.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "data/csv/write_csv.h"
#include "data/stats/variable_names.h"

namespace privet {
namespace {

std::string bytes_of(const Table& table, StatsForm form) {
  std::string out;
  write_stats(table, form, "t", [&](std::string_view piece) { out += piece; }, privet::Run());
  return out;
}

// What a CSV file of these rows is, in which dates are known, and what comes back of it.
void expect_same(const Table& texts, StatsForm form) {
  const Table table = parse_csv(csv_text(texts, {}, privet::Run()), "t.csv",
                                {.columns = {.ask = false}}, privet::Run())
                          .table;
  const Table back =
      parse_stats(bytes_of(table, form), "t", form, {.columns = {.ask = false}}, privet::Run())
          .table;
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

std::string refusal(const Table& table, StatsForm form) {
  try {
    (void)bytes_of(table, form);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

Table awkward(bool blanks_at_end) {
  const std::string long_text(20000, 'x');
  return make_table(
      {"text", "number", "date", "time", "code", "sex", "few", "midnight", "form"},
      {{"=1+1", "-0", "1899-12-31", "1999-12-31 23:59:59", "007", "m", "[1-2]",
        "2020-01-01 00:00:00", "12.50"},
       {"\"quoted\", 'so'", "8e+307", "1600-02-28", "2000-01-01 00:00:00", "070", "f", "[1-2]",
        "2020-01-02 00:00:00", "5.0"},
       {"line\nend\r\n", "12.5", "1900-03-01", "2000-01-01 00:00:00.25", "700", "", "*",
        "2020-01-03 00:00:00", "27,4"},
       {"", "0.30000000000000004", "2023-04-20", "1850-01-01 10:00:00", "001", "m", "*",
        "2020-01-03 00:00:00", "1e5"},
       {"\U0001F600 \xC3\xA9\t\x01", "", "9999-12-31", "", "002", "f", "{a,b}",
        "2020-01-03 00:00:00", "x"},
       {blanks_at_end ? "end  " : "end", "-7", "", "2023-04-20 10:00:00", "003", "f", "{a,b}",
        "2020-01-03 00:00:00", "y"},
       {long_text, "5", "2023-04-20", "2023-04-20 10:00:01", "004", "m", "", "", "z"}});
}

TEST(WriteStats, KeepsEveryText) {
  expect_same(awkward(false), StatsForm::Sav);
  expect_same(awkward(true), StatsForm::Dta);
  expect_same(make_table({"a"}, {{"x "}, {"x"}, {" x"}}), StatsForm::Dta);
}

TEST(WriteStats, KeepsTextsThatStandForMissingValues) {
  for (const StatsForm form : {StatsForm::Sav, StatsForm::Dta}) {
    expect_same(make_table({"a", "b"}, {{"?", "x"}, {"1", "NA"}, {"2", "x"}, {"", "x"}}), form);
  }
}

TEST(WriteStats, WritesLabelsForTheValuesOfAFewTexts) {
  const Table table = make_table({"sex"}, {{"m"}, {"f"}, {""}, {"m"}, {"f"}});
  for (const StatsForm form : {StatsForm::Sav, StatsForm::Dta}) {
    const std::string bytes = bytes_of(table, form);
    const auto codes = parse_stats(bytes, "t", form, {.labels = LabelUse::Codes}, privet::Run());
    EXPECT_EQ(csv_text(codes.table, {}, privet::Run()), "sex\n2\n1\n\"\"\n2\n1\n");
    EXPECT_EQ(bytes, bytes_of(table, form));
  }
}

TEST(WriteStats, WritesWhatStataCannotCountAsText) {
  expect_same(make_table({"a"}, {{"1e+308"}, {"1"}}), StatsForm::Dta);
}

TEST(WriteStats, RefusesWhatTheFormCannotHold) {
  EXPECT_EQ(
      refusal(make_table({"a"}, {{"x "}}), StatsForm::Sav),
      "t: column 'a' holds texts that end in blanks, which SPSS takes off; write Stata (.dta) "
      "or CSV");
  EXPECT_EQ(refusal(make_table({"a"}, {{"\xFF"}}), StatsForm::Dta),
            "t: column 'a' holds bytes that are not UTF-8, which this form cannot; write CSV");
  EXPECT_EQ(
      refusal(make_table({"a"}, {{std::string(32768, 'x')}}), StatsForm::Sav),
      "t: column 'a' holds a text of 32768 bytes, and SPSS allows 32767; write CSV or SQLite");
}

TEST(VariableNames, AreAllowedAndDifferent) {
  const std::string long_name(70, 'a');
  EXPECT_EQ(variable_names(StatsForm::Sav,
                           {"age", "marital-status", "marital_status", "AGE", "1st",
                            "gr\xC3\xB6\xC3\x9F"
                            "e",
                            "if", "with", "end_", "", "str5", long_name, long_name + "b"}),
            (std::vector<std::string>{"age", "marital_status_2", "marital_status", "AGE_2", "v1st",
                                      "gr__e", "v_if", "v_with", "end", "v", "v_str5",
                                      std::string(64, 'a'), std::string(62, 'a') + "_2"}));
  EXPECT_EQ(variable_names(StatsForm::Dta, {long_name}),
            (std::vector<std::string>{std::string(32, 'a')}));
}

}  // namespace
}  // namespace privet
