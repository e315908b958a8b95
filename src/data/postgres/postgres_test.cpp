// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/error.h"
#include "data/postgres/postgres_place.h"
#include "data/postgres/read_postgres.h"
#include "data/postgres/staged_table.h"
#include "tests/support/postgres_server.h"

namespace privet {
namespace {

std::string complaint(const auto& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.message();
  }
  return "no error";
}

TEST(PostgresPlace, TakesTableAndQueryOutOfTheAddress) {
  const auto place = parse_postgres_place(
      "postgresql://ann@h:5433/db?table=cli%2Enic.odd%20%22t%22&sslmode=require");
  EXPECT_EQ(place.connection, "postgresql://ann@h:5433/db?sslmode=require");
  EXPECT_EQ(place.quoted(), "\"cli.nic\".\"odd \"\"t\"\"\"");
  EXPECT_EQ(parse_postgres_place("postgres:///db?query=SELECT%201").query, "SELECT 1");
  EXPECT_TRUE(is_postgres("postgres:///db"));
  EXPECT_FALSE(is_postgres("people.csv"));
}

TEST(PostgresPlace, RefusesPasswordsAndWhatNamesNoTable) {
  for (const auto* address :
       {"postgresql://ann:s3cret@h/db?table=t", "postgresql:///db?table=t&password=s3cret",
        "postgresql:///db?table=t&%70assword=s3cret"}) {
    const auto said = complaint([&] { (void)parse_postgres_place(address); });
    EXPECT_NE(said.find("has a password"), std::string::npos) << said;
    EXPECT_EQ(said.find("s3cret"), std::string::npos) << said;
  }
  const auto said = [](const char* address) {
    return complaint([&] { (void)parse_postgres_place(address); });
  };
  EXPECT_NE(said("postgresql:///db").find("names no table"), std::string::npos);
  EXPECT_NE(said("postgresql:///db?table=a&query=b").find("both"), std::string::npos);
  EXPECT_NE(said("postgresql:///db?table=").find("without a name"), std::string::npos);
  EXPECT_NE(said("postgresql:///db?table=a%2").find("hexadecimal"), std::string::npos);
}

class Postgres : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { server_ = new testing_support::PostgresServer(); }
  static void TearDownTestSuite() {
    delete server_;
    server_ = nullptr;
  }
  void SetUp() override {
    if (!server_->installed()) GTEST_SKIP() << "no PostgreSQL here";
    ASSERT_TRUE(server_->runs());
  }
  static PostgresSession session() { return {server_->connection(), run_}; }
  static Table read(const std::string& rest) {
    return read_postgres(parse_postgres_place(server_->address(rest)), run_);
  }
  static testing_support::PostgresServer* server_;
  static const privet::Run run_;
};
testing_support::PostgresServer* Postgres::server_ = nullptr;
const privet::Run Postgres::run_;

TEST_F(Postgres, ShowsEveryValueAsTheServerDoes) {
  auto here = session();
  (void)here.execute(
      "CREATE TABLE \"odd \"\"t\" (id int, \"a b\" text, yes boolean, fixed char(4), day date, "
      "amount numeric, nothing text)");
  (void)here.execute(
      "INSERT INTO \"odd \"\"t\" VALUES (7, E'line\\nend', true, 'ab', '2026-03-01', 1.50, NULL), "
      "(-1, '\xc3\xa4\xe2\x82\xac', false, 'abcd', '1999-12-31', 1e3, '')");
  const Table table = read("?table=public.odd%20%22t");
  ASSERT_EQ(table.rows(), 2U);
  const std::vector<std::string> first{"7", "line\nend", "t", "ab  ", "2026-03-01", "1.50", ""};
  const std::vector<std::string> second{
      "-1", "\xc3\xa4\xe2\x82\xac", "f", "abcd", "1999-12-31", "1000", ""};
  for (std::size_t c = 0; c < first.size(); ++c) {
    EXPECT_EQ(table.all()[c].text(0), first[c]);
    EXPECT_EQ(table.all()[c].text(1), second[c]);
  }
  EXPECT_EQ(read("?query=SELECT%201%20AS%20x%20-- why;").rows(), 1U);
}

TEST_F(Postgres, RefusesWhatIsNoQueryOfOneTable) {
  const auto said = [&](const std::string& rest) { return complaint([&] { (void)read(rest); }); };
  EXPECT_NE(said("?table=nowhere").find("does not exist"), std::string::npos);
  EXPECT_NE(said("?query=SELECT 1 AS a, 2 AS a").find("two columns"), std::string::npos);
  EXPECT_NE(said("?query=SELECT 1; DROP TABLE t").find("multiple commands"), std::string::npos);
  EXPECT_NE(said("?query=CREATE TABLE c (a int)").find("no columns"), std::string::npos);
  EXPECT_NE(complaint([&] {
              (void)PostgresSession("host=/nowhere.at.all", run_);
            }).find("cannot be reached"),
            std::string::npos);
}

TEST_F(Postgres, AStagedTableIsSeenAfterItsCommitOnly) {
  const Table table = make_table({"a", "b c"}, {{"1", "x"}, {"", "y"}});
  const auto place = parse_postgres_place(server_->address("?table=fresh"));
  const auto relations = [&] {
    return session()
        .execute(
            "SELECT 1 FROM pg_class WHERE relname LIKE 'privet%' OR relname = "
            "'fresh'")
        .size();
  };
  {
    StagedTable staged(place, run_);
    staged.write(table);
    EXPECT_EQ(staged.read_back(run_).rows(), 2U);
    EXPECT_EQ(relations(), 0U);
  }
  EXPECT_EQ(relations(), 0U);
  StagedTable staged(place, run_);
  staged.write(table);
  staged.commit();
  EXPECT_EQ(read("?table=fresh").all()[1].text(1), "y");
  EXPECT_EQ(session().execute("SELECT 1 FROM fresh WHERE a IS NULL").size(), 1U);
  EXPECT_NE(complaint([&] { StagedTable(place, run_); }).find("already"), std::string::npos);
  staged.undo();
  EXPECT_EQ(relations(), 0U);
}

TEST_F(Postgres, AnInterruptedStatementEndsAtOnce) {
  const std::atomic<bool> stop{true};
  const privet::Run stopped(nullptr, &stop, 1);
  EXPECT_EQ(complaint([&] { PostgresSession(server_->connection(), stopped); }).substr(0, 11),
            "interrupted");
}

}  // namespace
}  // namespace privet
