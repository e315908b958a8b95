// SPDX-License-Identifier: Apache-2.0
#include "data/sqlite/read_sqlite.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "data/csv/write_csv.h"
#include "data/sqlite/write_sqlite.h"
#include "tests/support/temporary_folder.h"

namespace privet {
namespace {

template <class Work>
std::string complaint(const Work& work) {
  try {
    work();
    return "";
  } catch (const Error& error) {
    return error.message();
  }
}

Table people() {
  return make_table({"na\"me", "age", "zip", "score", "note"},
                    {{"Ann", "39", "01234", "0.1", ""},
                     {"O'Neil; DROP TABLE x", "-7", "99999", "1e+30", "?"},
                     {"\xC3\xA9", "?", "5", "2.0", "NA"}});
}

TEST(Sqlite, KeepsEveryTextThereAndBack) {
  const testing_support::TemporaryFolder folder;
  const std::string path = folder.path("a.db");
  const privet::Run run;
  const Table table = people();
  write_sqlite(table, path, "my \"own\" table", run);
  for (const auto& wanted :
       {std::optional<std::string>(), std::optional<std::string>("my \"own\" table"),
        std::optional<std::string>("SELECT * FROM \"my \"\"own\"\" table\";")}) {
    const Table back = read_sqlite(path, wanted, run);
    ASSERT_EQ(back.columns(), table.columns());
    ASSERT_EQ(back.rows(), table.rows());
    for (AttributeId c = 0; c < table.columns(); ++c) {
      EXPECT_EQ(back.column(c).name, table.column(c).name);
      EXPECT_EQ(back.column(c).type(), table.column(c).type());
      for (RowId r = 0; r < table.rows(); ++r) {
        EXPECT_EQ(back.column(c).text(r), table.column(c).text(r));
      }
    }
  }
  const Table types = read_sqlite(path,
                                  "SELECT typeof(age) a, typeof(zip) z, typeof(score) s, "
                                  "typeof(note) n FROM \"my \"\"own\"\" table\" LIMIT 1",
                                  run);
  EXPECT_EQ(types.column(0).text(0), "integer");
  EXPECT_EQ(types.column(1).text(0), "text");
  EXPECT_EQ(types.column(2).text(0), "real");
  EXPECT_EQ(types.column(3).text(0), "null");
}

TEST(Sqlite, SaysWhatIsWrong) {
  const testing_support::TemporaryFolder folder;
  const std::string path = folder.path("a.db");
  const privet::Run run;
  write_sqlite(people(), path, "people", run);
  write_sqlite(people(), path, "others", run);
  const auto reading = [&](const std::string& what) {
    return complaint([&] { (void)read_sqlite(path, what, run); });
  };
  EXPECT_EQ(reading("person"), "there is no table 'person'; there are others, people");
  EXPECT_EQ(complaint([&] { (void)read_sqlite(path, std::nullopt, run); }),
            "say which table is meant; there are others, people");
  EXPECT_EQ(reading("SELECT shoe FROM people"), "SQLite says: no such column: shoe");
  EXPECT_EQ(reading("SELECT age, age FROM people"),
            "two columns of the query are named 'age'; rename one with AS");
  EXPECT_EQ(reading("SELECT 1; DELETE FROM people"),
            "one query is wanted; ' DELETE FROM people' follows it");
  EXPECT_EQ(reading("WITH a AS (SELECT 1) DELETE FROM people"),
            "the query must read and not write");
  EXPECT_EQ(reading("SELECT age FROM people WHERE age > 1000000 AND age < 0"),
            "there is no record");
  EXPECT_EQ(reading("SELECT x'4100' AS b"), "record 1 has a NUL byte in column 'b'");
  EXPECT_EQ(complaint([&] { write_sqlite(people(), path, "People", run); }),
            "there is already a table 'People'; choose another name or file");
  EXPECT_EQ(complaint([&] { (void)read_sqlite(folder.path("no.db"), "a", run); }),
            "there is no such file");
  std::ofstream(folder.path("text.db")) << "this is a text of some length, not a database";
  EXPECT_EQ(complaint([&] { (void)read_sqlite(folder.path("text.db"), "a", run); }),
            "SQLite says: file is not a database");
}

TEST(Sqlite, IsReadBackFromItsBytes) {
  const privet::Run run;
  const std::string bytes = sqlite_bytes(people(), "people", run);
  const Table read = parse_sqlite(bytes, "people.db", run);
  EXPECT_EQ(csv_text(read, {}, run), csv_text(people(), {}, run));
  EXPECT_EQ(complaint([&] { (void)parse_sqlite("a text of some length", "a.db", run); }),
            "SQLite says: file is not a database");
}

TEST(Sqlite, LeavesNothingBehindWhenStopped) {
  const testing_support::TemporaryFolder folder;
  const std::atomic<bool> cancelled{true};
  const privet::Run stopped(nullptr, &cancelled, 1);
  EXPECT_THROW(write_sqlite(people(), folder.path("new.db"), "people", stopped), Error);
  EXPECT_FALSE(std::filesystem::exists(folder.path("new.db")));
}

}  // namespace
}  // namespace privet
