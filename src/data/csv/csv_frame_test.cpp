// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/error.h"
#include "data/csv/csv_frame_internal.h"

namespace privet {
namespace {

class Warnings : public Observer {
 public:
  void progress(std::string_view, double) override {}
  void warn(std::string_view message) override { messages.emplace_back(message); }
  std::vector<std::string> messages;
};

std::string names(const Table& table) {
  std::string out;
  for (const Column& column : table.all()) out += column.name + ' ';
  return out;
}

std::string complaint(std::string_view bytes, const CsvOptions& options = {}) {
  try {
    const CsvFile file = parse_csv(bytes, "t.csv", options, privet::Run());
    return "read: " + names(file.table);
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(CsvFrame, ConvertsAndSaysSo) {
  Warnings warnings;
  const privet::Run run(&warnings, nullptr, 1);
  const CsvFile file = parse_csv("town;n\nK\xF6ln;1\n", "t.csv", {}, run);
  EXPECT_EQ(file.table.column(0).text(0), "K\xC3\xB6ln");
  ASSERT_EQ(warnings.messages.size(), 1U);
  EXPECT_EQ(warnings.messages[0],
            "t.csv: read as Latin-1; what is written is UTF-8 (--encoding says otherwise)");
  // What was asked for needs no warning.
  const CsvFile same =
      parse_csv("town;n\nK\xF6ln;1\n", "t.csv", {.encoding = Encoding::Windows1252}, run);
  EXPECT_EQ(same.table.column(0).text(0), "K\xC3\xB6ln");
  EXPECT_EQ(warnings.messages.size(), 1U);
}

TEST(CsvFrame, ReadsTheMarkOfUtf16) {
  const std::string_view bytes(
      "\xFF\xFE"
      "a\0;\0b\0\r\0\n\0\xF6\0;\0002\0\r\0\n\0",
      22);
  Warnings warnings;
  const CsvFile file = parse_csv(bytes, "t.csv", {}, privet::Run(&warnings, nullptr, 1));
  EXPECT_EQ(file.table.column(0).text(0), "\xC3\xB6");
  EXPECT_EQ(file.style, (CsvStyle{';', true, true, true, true}));
}

TEST(CsvFrame, UnderstandsTheSeparatorLine) {
  EXPECT_EQ(complaint("sep=;\r\na,x;b\r\n1;2\r\n"), "read: a,x b ");
  EXPECT_EQ(complaint("\"sep=|\"\na,x|b\n1|2\n"), "read: a,x b ");
  EXPECT_EQ(complaint("\xEF\xBB\xBFsep=\t\na\tb\n1\t2\n"), "read: a b ");
  EXPECT_EQ(complaint("sep=;\na;b\n1;2;3\n"),
            "t.csv:3: this record has 3 fields, the header has 2");
  // A header may be called so.
  EXPECT_EQ(complaint("sepal,b\n1,2\n"), "read: sepal b ");
}

TEST(CsvFrame, SkipsTitlesAndTotals) {
  const std::string_view bytes = "Patients of 2023\n\nname;age\nA;1\nB;2\nsum;3\n\n";
  EXPECT_EQ(complaint(bytes, {.skip_lines = 2}), "read: name age ");
  const CsvFile file =
      parse_csv(bytes, "t.csv", {.skip_lines = 2, .skip_last_lines = 1}, privet::Run());
  EXPECT_EQ(file.table.rows(), 2U);
  EXPECT_EQ(complaint("t\nname;age\nA;1;2\n", {.skip_lines = 1}),
            "t.csv:3: this record has 3 fields, the header has 2");
  EXPECT_EQ(complaint("a\n1\n", {.skip_lines = 3}), "t.csv: --skip-lines 3 leaves nothing of it");
  EXPECT_EQ(complaint("a\n1\n", {.skip_last_lines = 2}),
            "t.csv: --skip-last-lines 2 leaves nothing of it");
}

TEST(CsvFrame, SuggestsToSkipATitle) {
  const std::string hint =
      "the header seems to be in line 3, below a title; skip what is above it with --skip-lines 2 "
      "(or name the separator with --delimiter)";
  EXPECT_EQ(complaint("Patients of 2023\n\nname;age\nA;1\nB;2\n"), "t.csv:1: " + hint);
  EXPECT_EQ(complaint("Patients of 2023;\n;\nname;age\nA;1\nB;2\n"), "t.csv:1: " + hint);
  EXPECT_EQ(complaint("Patients,2023\nWard 3,x\nname,age,sex\nA,1,m\nB,2,f\n"), "t.csv:1: " + hint);
  // Decimal commas are in the records only.
  EXPECT_EQ(complaint("Klinikum;;\nStand 2023;;\nnr;weight;ill\n1;61,1;D\n2;70,5;E\n3;80,2;D\n"),
            "t.csv:1: " + hint);
  // One column of text is one column.
  EXPECT_EQ(complaint("text\na\nb\nc\n"), "read: text ");
}

TEST(CsvFrame, SuggestsToSkipATotal) {
  EXPECT_EQ(complaint("name,age,sex\nA,1,m\nB,2,f\nsum,3\n"),
            "t.csv:4: this record has 2 fields, the header has 3; if it is a total or a "
            "remark below the table, skip it with --skip-last-lines 1");
  // A remark, below a blank line.
  EXPECT_EQ(complaint("name,age,sex\nA,1,m\nB,2,f\n\n\"Source: us, 2023\"\n"),
            "t.csv:4: this record has 1 field, the header has 3; if it is a total or a "
            "remark below the table, skip it with --skip-last-lines 2");
  // Not where whole records follow.
  EXPECT_EQ(complaint("name,age,sex\nA,1,m\nB,2\nC,3,f\n"),
            "t.csv:3: this record has 2 fields, the header has 3");
}

TEST(CsvFrame, LinesMayEndWithCrAlone) {
  EXPECT_EQ(complaint("name,age\rA,1\rB,2\r"), "read: name age ");
}

}  // namespace
}  // namespace privet
