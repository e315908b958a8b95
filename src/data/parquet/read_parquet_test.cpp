// SPDX-License-Identifier: Apache-2.0
#include "data/parquet/read_parquet.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/error.h"
#include "data/csv/write_csv.h"
#include "data/file_bytes.h"
#include "data/memory_file.h"
#include "data/parquet/duckdb_library_internal.h"

namespace privet {
namespace {

// Tests of what only DuckDB can do are skipped where it is not installed.
class Parquet : public testing::Test {
 protected:
  void SetUp() override {
    try {
      const detail::Duckdb tried("t.parquet", ErrorCode::Input);
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
  }
};

// The file that DuckDB writes for a query.
std::string made_of(const std::string& query) {
  const detail::Duckdb database("t.parquet", ErrorCode::Input);
  const MemoryFile file;
  database.run("COPY (" + query + ") TO " + detail::sql_text(file.path()) +
               " (FORMAT parquet, USE_TMP_FILE false)");
  std::string out;
  file.copy([&](std::string_view piece) { out += piece; });
  return out;
}

std::string bytes_of(const Table& table) {
  std::string out;
  write_parquet(table, "t.parquet", [&](std::string_view piece) { out += piece; }, privet::Run());
  return out;
}

std::string read(const std::string& bytes) {
  const privet::Run run;
  return csv_text(parse_parquet(bytes, "t.parquet", {.ask = false}, run).table, {}, run);
}

std::string complaint(const std::string& bytes) {
  try {
    (void)parse_parquet(bytes, "t.parquet", {}, privet::Run());
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

TEST_F(Parquet, KeepsEveryText) {
  const Table texts =
      make_table({"a \"b\"", "number", "date", "time", "code", "whole", "midnight", "form", "mark"},
                 {{"=1+1", "-0", "1899-12-31", "1999-12-31 23:59:59", "007", "9223372036854775807",
                   "2020-01-01 00:00:00", "12.50", "?"},
                  {"line\nend\r\n", "1e+308", "0001-01-01", "2000-01-01 00:00:00.25", "070", "-5",
                   "2020-01-02 00:00:00", "27,4", ""},
                  {" \U0001F600 ", "0.1", "9999-12-31", "1850-01-01 10:00:00", "700", "",
                   "2020-01-02 00:00:00", "x", "NA"},
                  {"", "", "", "", "", "", "", "", ""},
                  {std::string(50000, 'x'), "2.5e-07", "2023-04-20", "2000-01-01 00:00:00", "001",
                   "0", "", "1e5", "1"}});
  const privet::Run run;
  const Table table =
      parse_csv(csv_text(texts, {}, run), "t.csv", {.columns = {.ask = false}}, run).table;
  const std::string bytes = bytes_of(table);
  EXPECT_TRUE(is_parquet(bytes));
  EXPECT_EQ(read(bytes), csv_text(table, {}, run));
  EXPECT_EQ(bytes, bytes_of(table));
}

TEST_F(Parquet, ReadsTheTypesOfOtherPrograms) {
  EXPECT_EQ(
      read(made_of("SELECT 5::TINYINT a, 0.1::FLOAT b, 12.50::DECIMAL(9,2) c, true d, "
                   "DATE '1899-12-31' e, TIMESTAMP_NS '2023-04-20 20:16:00' f, TIME "
                   "'20:16:00' g, 18446744073709551615::UBIGINT h, 'nan'::DOUBLE i, 'x' j "
                   "UNION ALL SELECT NULL, 3, 1, false, NULL, NULL, NULL, 7::UBIGINT, 1.5, ''")),
      "a,b,c,d,e,f,g,h,i,j\n"
      "5,0.1,12.50,TRUE,1899-12-31,2023-04-20 20:16:00,20:16:00,18446744073709551615,,x\n"
      ",3,1.00,FALSE,,,,7,1.5,\n");
}

TEST_F(Parquet, NamesWhatIsWrong) {
  EXPECT_EQ(complaint(made_of("SELECT [1, 2] AS a")),
            "t.parquet: column 'a' is of the type 'INTEGER[]', which is not one value; leave it "
            "out, or make columns of it");
  EXPECT_EQ(complaint(made_of("SELECT 1 AS a LIMIT 0")), "t.parquet: there is no record");
  EXPECT_EQ(complaint("PAR1\x01 and no more").substr(0, 24), "t.parquet: DuckDB says: ");
  EXPECT_EQ(complaint(made_of("SELECT 1 AS a FROM range(30000000)")).substr(0, 56),
            "t.parquet: it says that it has 30000000 records of 1 col");
  try {
    (void)bytes_of(make_table({"a"}, {{"\xFF"}}));
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(
        error.what(),
        "t.parquet: column 'a' holds bytes that are not UTF-8, which Parquet cannot; write "
        "CSV");
  }
}

TEST(ParquetWithoutDuckdb, SaysWhatToInstall) {
  const char* before = std::getenv("PRIVET_DUCKDB");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("PRIVET_DUCKDB", "/nowhere/libduckdb.so", 1);
  EXPECT_EQ(complaint("PAR1\x01"),
            "t.parquet: Parquet needs DuckDB, and /nowhere/libduckdb.so cannot be loaded; install "
            "DuckDB's library of version 1 (libduckdb-linux-amd64.zip of its release page) where "
            "the system finds libduckdb.so, or name the file in PRIVET_DUCKDB; or use CSV");
  // A library that is not DuckDB.
  ::setenv("PRIVET_DUCKDB", "libz.so.1", 1);
  EXPECT_EQ(complaint("PAR1\x01").substr(0, 70),
            "t.parquet: Parquet needs DuckDB, and libz.so.1 is not DuckDB, or an ol");
  // One with all names, of another version.
  ::setenv("PRIVET_DUCKDB", PRIVET_OLD_DUCKDB, 1);
  EXPECT_EQ(complaint("PAR1\x01"),
            "t.parquet: Parquet needs DuckDB, and " PRIVET_OLD_DUCKDB
            " is of version 'v0.9.2'; install DuckDB's library of version 1 "
            "(libduckdb-linux-amd64.zip of its release page) where the system finds libduckdb.so, "
            "or name the file in PRIVET_DUCKDB; or use CSV");
  before == nullptr ? ::unsetenv("PRIVET_DUCKDB") : ::setenv("PRIVET_DUCKDB", kept.c_str(), 1);
}

TEST(ParquetWithoutDuckdb, IsKnownByItsFirstBytes) {
  EXPECT_TRUE(is_parquet(std::string_view("PAR1\x15\x04\x15\0", 8)));
  EXPECT_FALSE(is_parquet("PAR1,PAR2\n1,2\n"));
  EXPECT_FALSE(is_parquet(""));
}

}  // namespace
}  // namespace privet
