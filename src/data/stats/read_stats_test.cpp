// SPDX-License-Identifier: Apache-2.0
#include "data/stats/read_stats.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "data/csv/write_csv.h"
#include "data/file_bytes.h"
#include "data/stats/display_format_internal.h"

namespace privet {
namespace {

class Told : public Observer {
 public:
  void progress(std::string_view, double) override {}
  void warn(std::string_view message) override { texts.emplace_back(message); }
  std::vector<std::string> texts;
};

std::string bytes_of(const std::string& name) {
  const privet::Run run;
  return std::string(FileBytes("tests/files/stats/" + name, run).view());
}

std::string read(const std::string& bytes, StatsOptions options = {},
                 std::vector<std::string>* told = nullptr) {
  Told observer;
  const privet::Run run(&observer, nullptr, 1);
  options.columns.ask = false;
  const auto form = stats_form(bytes);
  EXPECT_TRUE(form.has_value());
  const std::string text =
      csv_text(parse_stats(bytes, "f", form.value_or(StatsForm::Sav), options, run).table, {}, run);
  if (told != nullptr) *told = observer.texts;
  return text;
}

std::string complaint(const std::string& bytes, StatsForm form) {
  try {
    (void)parse_stats(bytes, "f", form, {}, privet::Run());
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

constexpr std::string_view kNames = "name,age,income,born,seen,sex,kids,cost\n";

// The table that haven wrote in every form, with these last cells.
std::string people(const std::vector<std::string>& cost) {
  const std::vector<std::string> rows{
      "Anna,34,1234.5,1951-05-06,2023-04-20 20:16:00,male,0,",
      "\"Bo \"\"B\"\" Li\",51,0.1,1999-12-31,2023-04-20 00:00:00,female,1,",
      "\"Zo\u00EB, \U0001F600\",,8e+307,,2023-04-21 08:05:09,female,2,",
      ",0,-7,2000-02-29,,male,10,",
      "007,107,,1899-01-01,1999-12-31 23:59:59,,3,",
      ",18,2.5e-07,2023-04-20,2000-01-01 00:00:01,male,0,"};
  std::string out(kNames);
  for (std::size_t i = 0; i < rows.size(); ++i) out += rows[i] + cost[i] + "\n";
  return out;
}

TEST(ReadStats, ReadsWhatHavenWritesForSpss) {
  std::vector<std::string> told;
  const std::string expected = people({"5", "", "7", "", "", "98"});
  EXPECT_EQ(read(bytes_of("haven.sav"), {}, &told), expected);
  EXPECT_EQ(read(bytes_of("haven.zsav")), expected);
  EXPECT_EQ(
      told,
      (std::vector<std::string>{
          "f: some values of column 'kids' have labels (10 is 'ten or more') and others have none "
          "('0'); its codes are read",
          "f: column 'cost' holds values that the file declares missing: -1 (once), 99 ('refused', "
          "once); they are read as missing (--missing-codes values keeps them apart from empty "
          "cells)",
          "f: some values of column 'cost' have labels (98 is 'don't know') and others have none "
          "('5'); its codes are read"}));
}

TEST(ReadStats, ReadsWhatHavenAndPandasWriteForStata) {
  EXPECT_EQ(read(bytes_of("haven.dta")), people({"5", "", "7", "", "", "8"}));
  // Before version 118 a file does not say its encoding.
  EXPECT_EQ(read(bytes_of("haven13.dta"), {.encoding = Encoding::Utf8}),
            people({"5", "", "7", "", "", "8"}));
  EXPECT_EQ(read(bytes_of("pandas.dta")),
            "name,age,income,born,sex,f\nAnna,34,1234.5,1951-05-06,male,0.1\n"
            "Bo,51,0.1,1999-12-31,female,0.2\nZo\u00EB,0,,,female,0.3\n,107,-7,2000-02-29,male,1.5"
            "\n");
  EXPECT_EQ(read(bytes_of("pandas114.dta")),
            "age,income,born,sex,f\n34,1234.5,1951-05-06,male,0.1\n51,0.1,1999-12-31,female,0.2\n"
            "0,,,female,0.3\n107,-7,2000-02-29,male,1.5\n");
}

TEST(ReadStats, ReadsSasAndPspp) {
  EXPECT_EQ(read(bytes_of("haven.sas7bdat")),
            "name,age,income,born,seen,sex,kids\n"
            "Anna,34,1234.5,1951-05-06,2023-04-20 20:16:00,1,0\n"
            "\"Bo \"\"B\"\" Li\",51,0.1,1999-12-31,2023-04-20 00:00:00,2,1\n"
            "\"Zo\u00EB, \U0001F600\",,8e+307,,2023-04-21 08:05:09,2,2\n"
            ",0,-7,2000-02-29,,1,10\n"
            "007,107,,1899-01-01,1999-12-31 23:59:59,,3\n"
            ",18,2.5e-07,2023-04-20,2000-01-01 00:00:01,1,0\n");
  EXPECT_EQ(read(bytes_of("pspp.sav")),
            "id,day,at,t,word,code,n\n1,2023-04-20,,20:16:00,Anna,male,5\n"
            "2,1951-05-06,,00:01:00,Bo Li,female,\n3,,,,,male,\n");
}

TEST(ReadStats, KeepsCodesApartWhenAsked) {
  const StatsOptions kept{.labels = LabelUse::Codes, .missing_codes = MissingCodes::Values};
  const std::string spss = read(bytes_of("haven.sav"), kept);
  EXPECT_NE(spss.find("2023-04-20 20:16:00,1,0,5\n"), std::string::npos) << spss;
  EXPECT_NE(spss.find("2023-04-20 00:00:00,2,1,99\n"), std::string::npos) << spss;
  const std::string stata = read(bytes_of("haven.dta"), kept);
  EXPECT_NE(stata.find(",2,1,.a\n"), std::string::npos) << stata;
  EXPECT_NE(stata.find(",1,10,.z\n"), std::string::npos) << stata;
}

TEST(ReadStats, NamesWhatIsWrong) {
  EXPECT_EQ(
      complaint(bytes_of("haven.sav").substr(0, 500), StatsForm::Sav),
      "f: this SPSS file (.sav) is damaged or not complete (Unable to seek within file); fetch "
      "it again, or save it again in the program that made it");
  EXPECT_EQ(complaint(bytes_of("haven.dta").substr(0, 3000), StatsForm::Dta).substr(0, 55),
            "f: this Stata file (.dta) is damaged or not complete (U");
  EXPECT_EQ(
      complaint(bytes_of("haven.sas7bdat").substr(0, 9000), StatsForm::Sas7bdat).substr(0, 55),
      "f: this SAS file (.sas7bdat) is damaged or not complete");
  EXPECT_FALSE(stats_form("a,b\n1,2\n"));
  EXPECT_FALSE(stats_form(""));
}

TEST(ReadStats, IsNotFilledByASmallFile) {
  // haven.sav says at offset 80 how many records it has.
  std::string bytes = bytes_of("haven.sav");
  bytes.replace(80, 4, std::string("\xFF\xFF\xFF\x7F", 4));
  EXPECT_EQ(complaint(bytes, StatsForm::Sav).substr(0, 76),
            "f: this SPSS file (.sav) says that it has 2147483647 records of 8 variables,");
}

TEST(DisplayFormat, SaysWhatANumberIs) {
  const auto shown = [](StatsForm form, std::string_view format, double number) {
    TypedColumn column;
    add_displayed(column, number, detail::display_format(form, format));
    return column.texts().front();
  };
  constexpr double kSpssDay = 13901328000;  // 2023-04-20, since 1582-10-14
  EXPECT_EQ(shown(StatsForm::Sav, "EDATE10", kSpssDay), "2023-04-20");
  EXPECT_EQ(shown(StatsForm::Sav, "DATE11", kSpssDay + 1), "2023-04-20 00:00:01");
  EXPECT_EQ(shown(StatsForm::Sav, "DATETIME20", kSpssDay + 72960), "2023-04-20 20:16:00");
  EXPECT_EQ(shown(StatsForm::Sav, "DTIME10", 130500), "36:15:00");
  EXPECT_EQ(shown(StatsForm::Sav, "F8.2", 12.5), "12.5");
  EXPECT_EQ(shown(StatsForm::Dta, "%tdD_m_Y", 23120), "2023-04-20");
  EXPECT_EQ(shown(StatsForm::Dta, "%-d", -1), "1959-12-31");
  EXPECT_EQ(shown(StatsForm::Dta, "%tc", 86399000), "1960-01-01 23:59:59");
  EXPECT_EQ(shown(StatsForm::Dta, "%tcHH:MM:SS", 72960000), "20:16:00");
  EXPECT_EQ(shown(StatsForm::Dta, "%tm", 759), "2023-04");
  EXPECT_EQ(shown(StatsForm::Dta, "%tm", -1), "1959-12");
  EXPECT_EQ(shown(StatsForm::Dta, "%tq", -4), "1959q1");
  EXPECT_EQ(shown(StatsForm::Dta, "%tw", 51), "1960w52");
  EXPECT_EQ(shown(StatsForm::Dta, "%th", 1), "1960h2");
  EXPECT_EQ(shown(StatsForm::Dta, "%ty", 2023), "2023");
  EXPECT_EQ(shown(StatsForm::Dta, "%9.0g", 5), "5");
  EXPECT_EQ(shown(StatsForm::Sas7bdat, "DATE9.", 23120), "2023-04-20");
  EXPECT_EQ(shown(StatsForm::Sas7bdat, "DATETIME19.", 1), "1960-01-01 00:00:01");
  EXPECT_EQ(shown(StatsForm::Sas7bdat, "TIME8.", 72960), "20:16:00");
  EXPECT_EQ(shown(StatsForm::Sas7bdat, "DATE", 1e15), "1000000000000000");
}

}  // namespace
}  // namespace privet
