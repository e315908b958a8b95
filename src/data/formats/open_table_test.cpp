// SPDX-License-Identifier: Apache-2.0
#include "data/formats/open_table.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string_view>

#include "base/error.h"
#include "data/file_bytes.h"
#include "data/memory_input.h"
#include "tests/support/temporary_folder.h"

namespace privet {
namespace {

TEST(OpenTable, WritesAndReadsEveryForm) {
  const testing_support::TemporaryFolder folder;
  const privet::Run run;
  const Table table = make_table({"a", "b"}, {{"1", "x,y"}, {"2", "z"}});
  for (const auto* name : {"t.csv", "t.tsv", "t.txt", "t.csv.gz", "t.arff", "t.ARFF.gz", "t.sqlite",
                           "t.db", "t.xlsx", "t"}) {
    const std::string path = folder.path(name);
    write_table(table, path, {}, "people", run);
    const CsvFile back = read_table({.path = path}, run);
    ASSERT_EQ(back.table.rows(), 2U) << name;
    EXPECT_EQ(back.table.column(1).text(0), "x,y") << name;
    EXPECT_EQ(back.table.column(0).type(), ColumnType::Numeric) << name;
    EXPECT_EQ(is_gzip(FileBytes(path, run).view()), false) << name;
  }
  EXPECT_EQ(FileBytes(folder.path("t.tsv"), run).view(), "a\tb\n1\tx,y\n2\tz\n");
}

TEST(OpenTable, KnowsADatabaseByItsFirstBytes) {
  const testing_support::TemporaryFolder folder;
  const privet::Run run;
  write_table(make_table({"a"}, {{"1"}}), folder.path("t.db"), {}, "people", run);
  std::filesystem::rename(folder.path("t.db"), folder.path("t.data"));
  EXPECT_EQ(read_table({.path = folder.path("t.data"), .table_or_query = "people"}, run)
                .table.column(0)
                .name,
            "a");
}

TEST(OpenTable, KnowsBytesInMemoryByTheirFirstOnes) {
  const testing_support::TemporaryFolder folder;
  const privet::Run run;
  const Table table = make_table({"a", "b"}, {{"1", "x,y"}, {"2", "z"}});
  for (const auto* name : {"t.csv", "t.csv.gz", "t.sqlite", "t.xlsx", "t.sav", "t.dta"}) {
    write_table(table, folder.path(name), {}, "people", run);
    std::ifstream in(folder.path(name), std::ios::binary);
    const LoanedInput loan(
        {.bytes = std::make_shared<const std::string>(std::istreambuf_iterator<char>(in),
                                                      std::istreambuf_iterator<char>())},
        "bytes");
    const CsvFile back = read_table({.path = loan.name()}, run);
    ASSERT_EQ(back.table.rows(), 2U) << name;
    EXPECT_EQ(back.table.column(1).text(0), "x,y") << name;
    if (std::string_view(name) == "t.xlsx") {
      EXPECT_EQ(read_table({.path = loan.name(), .sheet = "people"}, run).table.rows(), 2U);
      EXPECT_THROW((void)read_table({.path = loan.name(), .sheet = "others"}, run), Error);
    }
  }
}

TEST(OpenTable, RefusesWhatMakesNoSense) {
  const testing_support::TemporaryFolder folder;
  const privet::Run run;
  std::ofstream(folder.path("t.csv")) << "a\n1\n";
  EXPECT_THROW((void)read_table({.path = folder.path("t.csv"), .table_or_query = "people"}, run),
               Error);
  EXPECT_THROW((void)read_table({.path = folder.path("t.csv"), .sheet = "people"}, run), Error);
  for (const auto* packed : {"t.db.gz", "t.xlsx.gz"}) {
    EXPECT_THROW(write_table_bytes(
                     make_table({"a"}, {{"1"}}), packed, {}, "t", [](std::string_view) {}, run),
                 Error)
        << packed;
  }
}

}  // namespace
}  // namespace privet
