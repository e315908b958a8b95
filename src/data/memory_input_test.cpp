// SPDX-License-Identifier: Apache-2.0
#include "data/memory_input.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "data/file_bytes.h"
#include "data/formats/open_table.h"

namespace privet {
namespace {

// Of three records: 7, missing, 12, and b, a, b.
MemoryInput small_table() {
  MemoryTable table{
      .columns = {{"age", {"7", "", "12"}, {0, 1, 2}}, {"job", {"b", "a"}, {0, 1, 0}}}, .rows = 3};
  return {.table = std::make_shared<const MemoryTable>(std::move(table))};
}

Table read(const LoanedInput& loan, CsvOptions options = {}) {
  return read_table({.path = loan.name(), .csv = std::move(options)}, Run()).table;
}

std::string refusal(const LoanedInput& loan, const CsvOptions& options) {
  try {
    static_cast<void>(read(loan, options));
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST(MemoryInput, IsReadAsACsvFileOfTheSameTexts) {
  const LoanedInput loan(small_table(), "DataFrame");
  const Table found = read(loan);
  const Table wanted = parse_csv("age,job\n7,b\n,a\n12,b\n", "file", {}, privet::Run()).table;
  ASSERT_EQ(found.columns(), wanted.columns());
  for (std::size_t c = 0; c < wanted.columns(); ++c) {
    const auto id = static_cast<AttributeId>(c);
    EXPECT_EQ(found.column(id).name, wanted.column(id).name);
    EXPECT_EQ(found.column(id).type(), wanted.column(id).type());
    EXPECT_EQ(found.column(id).codes, wanted.column(id).codes);
    for (std::size_t r = 0; r < wanted.rows(); ++r) {
      EXPECT_EQ(found.column(id).text(static_cast<RowId>(r)),
                wanted.column(id).text(static_cast<RowId>(r)));
    }
  }
  EXPECT_EQ(found.column(0).type(), ColumnType::Numeric);
  EXPECT_TRUE(found.column(0).missing(1));
}

TEST(MemoryInput, ReadsAgainWhatWasRead) {
  const LoanedInput loan(small_table(), "DataFrame");
  EXPECT_EQ(read(loan).rows(), 3U);
  EXPECT_EQ(read(loan).rows(), 3U);
}

TEST(MemoryInput, KeepsWhatIsSaidOfColumns) {
  const LoanedInput loan(small_table(), "DataFrame");
  CsvOptions as_text;
  as_text.columns.types = {{"age", ColumnType::Text}};
  EXPECT_EQ(read(loan, as_text).column(0).type(), ColumnType::Text);
  CsvOptions as_number;
  as_number.columns.types = {{"job", ColumnType::Numeric}};
  EXPECT_EQ(refusal(loan, as_number),
            "<DataFrame>:1:2: column 'job' is to be numeric, but 'b' is not a number");
  CsvOptions unknown;
  unknown.columns.types = {{"jop", ColumnType::Text}};
  EXPECT_EQ(refusal(loan, unknown),
            "<DataFrame>: a type is given for column 'jop', which is not there; did you mean "
            "'job'?");
}

TEST(MemoryInput, RefusesOptionsOfFiles) {
  const LoanedInput loan(small_table(), "DataFrame");
  EXPECT_EQ(refusal(loan, {.header = false}),
            "--no-header: says how the text of a file is read, and this table is not a file; leave "
            "it out");
  EXPECT_EQ(refusal(loan, {.delimiter = ';'}).substr(0, 12), "--delimiter:");
}

TEST(MemoryInput, RefusesWhatIsNoTable) {
  const auto refused = [](MemoryTable table) {
    const LoanedInput loan({.table = std::make_shared<const MemoryTable>(std::move(table))}, "t");
    return refusal(loan, {});
  };
  EXPECT_EQ(refused({}), "<t>: there are no columns");
  EXPECT_EQ(refused({.columns = {{"a", {}, {}}}, .rows = 0}), "<t>: there are no records");
  EXPECT_EQ(refused({.columns = {{"", {"1"}, {0}}}, .rows = 1}), "<t>: column 1 has no name");
  EXPECT_EQ(refused({.columns = {{"a", {"1"}, {0}}, {"a", {"1"}, {0}}}, .rows = 1}),
            "<t>: two columns are called 'a'");
}

TEST(MemoryInput, NamesAreFreeAgainAndDistinct) {
  std::string first;
  {
    const LoanedInput one(small_table(), "DataFrame");
    const LoanedInput two(small_table(), "DataFrame");
    EXPECT_EQ(one.name(), "<DataFrame>");
    EXPECT_EQ(two.name(), "<DataFrame 2>");
    first = one.name();
  }
  EXPECT_EQ(loaned_input(first).table, nullptr);
  EXPECT_THROW(FileBytes(first, privet::Run()), Error);
}

TEST(MemoryInput, BytesAreReadAsAFile) {
  const LoanedInput loan({.bytes = std::make_shared<const std::string>("a;b\n1;2\n")}, "bytes");
  EXPECT_EQ(FileBytes(loan.name(), privet::Run()).view(), "a;b\n1;2\n");
  EXPECT_EQ(read(loan).columns(), 2U);
  const LoanedInput packed({.bytes = std::make_shared<const std::string>(gzip("x"))}, "bytes");
  EXPECT_EQ(FileBytes(packed.name(), privet::Run()).view(), "x");
  const LoanedInput table(small_table(), "DataFrame");
  EXPECT_THROW(FileBytes(table.name(), privet::Run()), Error);
}

}  // namespace
}  // namespace privet
