// SPDX-License-Identifier: Apache-2.0
#include "engine/shard_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "engine/domains.h"
#include "tests/support/postgres_server.h"

namespace privet::engine {
namespace {

const privet::Run kRun;

// A coordinator "hub" whose table "people" lies on the databases s1 and s2.
class Shards : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    server_ = std::make_unique<testing_support::PostgresServer>();
    if (!server_->runs()) return;
    for (const auto* name : {"hub", "s1", "s2"}) {
      run("postgres", std::string("CREATE DATABASE ") + name);
    }
    run("hub", "CREATE EXTENSION postgres_fdw");
    run("hub", "CREATE TABLE people (id int, age int, zip text) PARTITION BY LIST (id)");
    for (const std::string shard : {"s1", "s2"}) {
      run(shard, "CREATE SCHEMA clinic");
      run(shard, "CREATE TABLE clinic.\"odd part\" (id int, age int, zip text)");
      const std::string number = shard.substr(1);
      run(shard, "INSERT INTO clinic.\"odd part\" SELECT " + number +
                     ", 20 + i % 7, (i % 5)::text FROM generate_series(1, 1000) i");
      run("hub", "CREATE SERVER " + shard + " FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '" +
                     server_->folder() + "', dbname '" + shard + "')");
      run("hub", "CREATE USER MAPPING FOR PUBLIC SERVER " + shard + " OPTIONS (user '" +
                     server_->user() + "')");
      run("hub", "CREATE FOREIGN TABLE part_" + number + " PARTITION OF people FOR VALUES IN (" +
                     number + ") SERVER " + shard +
                     " OPTIONS (schema_name 'clinic', table_name 'odd part')");
    }
  }
  static void TearDownTestSuite() { server_.reset(); }
  void SetUp() override {
    if (!server_->installed()) GTEST_SKIP() << "no PostgreSQL here";
    ASSERT_TRUE(server_->runs());
  }
  static std::vector<SqlRow> run(const std::string& database, const std::string& statement) {
    PostgresSession session(server_->address("", database), kRun);
    return session.execute(statement);
  }
  static PostgresPlace hub() {
    return parse_postgres_place(server_->address("?table=people", "hub"));
  }
  static std::unique_ptr<testing_support::PostgresServer> server_;
};
std::unique_ptr<testing_support::PostgresServer> Shards::server_;

TEST_F(Shards, AreFoundFromACoordinator) {
  ShardSet shards({hub()}, kRun);
  EXPECT_EQ(shards.size(), 2U);
  EXPECT_EQ(shards.columns(), (std::vector<std::string>{"id", "age", "zip"}));
  EXPECT_EQ(count_rows(shards), 2000U);
  const Domain zips = read_domain(shards, "zip", kRun);
  EXPECT_EQ(zips.texts.size(), 5U);
  EXPECT_EQ(zips.counts, std::vector<std::uint64_t>(5, 400));
  EXPECT_EQ(zips.column.codes.size(), 0U);
}

// PostgreSQL takes the function that fits best, from any schema of the search path.
TEST_F(Shards, RunNoCodeOfWhoeverMayCreateFunctionsThere) {
  run("s1",
      "CREATE FUNCTION public.quote_ident(name) RETURNS text LANGUAGE plpgsql AS "
      "$$BEGIN RAISE EXCEPTION 'code of somebody else'; END$$");
  run("s1",
      "CREATE FUNCTION public.has_table_privilege(regclass, text) RETURNS boolean LANGUAGE "
      "plpgsql AS $$BEGIN RAISE EXCEPTION 'code of somebody else'; END$$");
  run("s1", "CREATE TABLE public.mine AS SELECT 1 AS a");
  const auto place = parse_postgres_place(server_->address("?table=mine", "s1"));
  ShardSet shards({place}, kRun);
  EXPECT_EQ(count_rows(shards), 1U);
  EXPECT_EQ(shards.schema(), "public");
  const auto path = shards.ask("SELECT pg_catalog.current_setting('search_path')");
  EXPECT_EQ(path.front().front().front(), "pg_catalog, pg_temp");
  run("s1", "DROP FUNCTION public.quote_ident(name)");
  run("s1", "DROP FUNCTION public.has_table_privilege(regclass, text)");
}

// Their releases would have one name.
TEST_F(Shards, LieInDatabasesOfTheirOwn) {
  const auto one = parse_postgres_place(server_->address("?table=clinic.odd%20part", "s1"));
  const auto other = parse_postgres_place(server_->address("?table=clinic.odd%20part", "s2"));
  EXPECT_NO_THROW((void)ShardSet({one, other}, kRun));
  try {
    (void)ShardSet({one, one}, kRun);
    ADD_FAILURE() << "nothing was said";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("lie in the same database"), std::string::npos);
  }
}

TEST_F(Shards, CountForThemselvesWhereACoordinatorWouldFetchEveryRow) {
  const std::string question = "SELECT zip, count(*) FROM ";
  std::string trap;
  for (const auto& row : run("hub", "EXPLAIN VERBOSE " + question + "people GROUP BY 1")) {
    trap += *row.front() + "\n";
  }
  // What the coordinator sends to a shard asks for its rows and not for their number.
  EXPECT_NE(trap.find("Remote SQL: SELECT zip FROM"), std::string::npos) << trap;
  EXPECT_EQ(trap.find("Remote SQL: SELECT zip, count"), std::string::npos) << trap;
  ShardSet shards({hub()}, kRun);
  for (std::size_t s = 0; s < shards.size(); ++s) {
    const auto plan = shards.explain(s, question + "clinic.\"odd part\" GROUP BY 1");
    EXPECT_NE(plan.front().find("Aggregate"), std::string::npos) << plan.front();
  }
}

TEST_F(Shards, AreSeenAsOfOneMomentWhereACoordinatorTearsThem) {
  const auto add = [](int id) {
    for (const std::string shard : {"s1", "s2"}) {
      run(shard, "INSERT INTO clinic.\"odd part\" VALUES (" + shard.substr(1) + ", " +
                     std::to_string(id) + ", 'new')");
    }
  };
  PostgresSession coordinator(server_->address("", "hub"), kRun);
  (void)coordinator.execute("BEGIN ISOLATION LEVEL REPEATABLE READ");
  (void)coordinator.execute("SELECT count(*) FROM part_1");
  add(1);
  const auto seen = [&](const char* part) {
    return coordinator.execute(std::string("SELECT 1 FROM ") + part + " WHERE zip = 'new'").size();
  };
  EXPECT_EQ(seen("part_1"), 0U);
  EXPECT_EQ(seen("part_2"), 1U);  // torn: the same change is there and not there
  ShardSet shards({hub()}, kRun);
  add(2);
  const auto counts = shards.ask("SELECT count(*) FROM clinic.\"odd part\" WHERE zip = 'new'");
  EXPECT_EQ(*counts[0].front().front(), "1");
  EXPECT_EQ(*counts[1].front().front(), "1");
}

TEST_F(Shards, WaitForNobodyWhoOnlyReadsAndAreNotLockedWhileTheyAreAsked) {
  ShardSet shards({hub()}, kRun);
  PostgresSession writer(server_->address("", "s1"), kRun);
  (void)writer.execute("SET lock_timeout = '1s'");
  (void)writer.execute("UPDATE clinic.\"odd part\" SET age = age WHERE age = 21");
  EXPECT_GE(count_rows(shards), 2000U);
}

TEST_F(Shards, SayWhichRightALockNeeds) {
  for (const auto* database : {"s1", "s2"}) {
    run(database,
        "DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'reader') "
        "THEN CREATE ROLE reader LOGIN; END IF; END $$");
    run(database, "GRANT USAGE ON SCHEMA clinic TO reader");
    run(database, "GRANT SELECT ON clinic.\"odd part\" TO reader");
  }
  const auto at = [](const char* database) {
    return parse_postgres_place(server_->address("?table=clinic.odd%20part", database, "reader"));
  };
  EXPECT_EQ(ShardSet({at("s1")}, kRun).size(), 1U);
  try {
    ShardSet both({at("s1"), at("s2")}, kRun);
    ADD_FAILURE() << "locked without the right to";
  } catch (const Error& error) {
    EXPECT_NE(error.message().find("GRANT UPDATE ON \"clinic\".\"odd part\" TO reader"),
              std::string::npos)
        << error.message();
  }
}

TEST_F(Shards, MustHaveTheSameColumns) {
  run("s2", "CREATE TABLE other (id int, zip text)");
  EXPECT_THROW(ShardSet({parse_postgres_place(server_->address("?table=clinic.odd%20part", "s1")),
                         parse_postgres_place(server_->address("?table=other", "s2"))},
                        kRun),
               Error);
}

}  // namespace
}  // namespace privet::engine
