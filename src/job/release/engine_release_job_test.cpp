// SPDX-License-Identifier: Apache-2.0
#include "job/release/engine_release_job.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "base/error.h"
#include "base/sampling.h"
#include "data/postgres/read_postgres.h"
#include "data/postgres/staged_table.h"
#include "job/release/release_job.h"
#include "tests/support/odd_rows.h"
#include "tests/support/postgres_server.h"

namespace privet::job {
namespace {

using testing_support::complaint_of;
using testing_support::kOddColumns;
using testing_support::odd_rows;
using testing_support::PostgresServer;
using testing_support::rows_at;

const privet::Run kRun;

// A server with the databases s1, s2, s3 for shards.
class EngineRelease : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    server_ = new PostgresServer();
    if (!server_->runs()) return;
    for (const auto* name : {"s1", "s2", "s3"}) {
      run("postgres", std::string("CREATE DATABASE ") + name);
    }
  }
  static void TearDownTestSuite() {
    delete server_;
    server_ = nullptr;
  }
  void SetUp() override {
    if (!server_->installed()) GTEST_SKIP() << "no PostgreSQL here";
    ASSERT_TRUE(server_->runs());
  }

  static std::vector<SqlRow> run(const std::string& database, const std::string& statement) {
    PostgresSession session(server_->address("", database), kRun);
    return session.execute(statement);
  }
  static std::string at(const std::string& table, const std::string& database = "postgres") {
    return server_->address("?table=" + table, database);
  }
  // Writes the rows of a table of texts, with the types that `columns` says.
  static void fill(const std::string& database, const std::string& name, const std::string& columns,
                   const std::string& rows) {
    run(database, "DROP TABLE IF EXISTS " + name);
    run(database, "CREATE TABLE " + name + " (" + columns + ")");
    run(database, "INSERT INTO " + name + " VALUES " + rows);
  }
  static ReleaseOptions options(const std::string& input, const std::string& output) {
    ReleaseOptions out;
    out.input = input;
    out.output = output;
    out.keep_order = true;
    out.table.quasi = {"odd \"age", "num", "plz", "tag", "größe"};
    out.table.sensitive = {"ill"};
    out.table.class_columns = {"cls"};
    out.table.rows_are_persons = true;
    out.accept_sets = {"größe"};
    out.accept_unchanged = {"ill", "cls"};
    return out;
  }
  static EngineReleaseOutcome in_engine(ReleaseOptions options,
                                        const engine::ShardSet::Watch& watch = {}) {
    options.engine = "database";
    return run_engine_release(options, builtin_catalog(), kRun, watch);
  }
  static void in_process(const ReleaseOptions& options) {
    (void)run_release(options, builtin_catalog(), {}, kRun);
  }
  static std::size_t leftovers(const std::string& database) {
    return run(database,
               "SELECT 1 FROM pg_class WHERE relname LIKE 'privet%' OR relname LIKE "
               "'release%'")
        .size();
  }
  static PostgresServer* server_;
};
PostgresServer* EngineRelease::server_ = nullptr;

TEST_F(EngineRelease, IsTheReleaseOfThisProcessBitForBit) {
  fill("postgres", "rnd", kOddColumns, odd_rows(1500, 7));
  const std::vector<NamedValues> asked{
      {{"k", {"5"}}},
      {{"k", {"3"}}, {"l-distinct", {"2"}}},
      {{"k", {"4"}}, {"l-entropy", {"2"}}},
      {{"t", {"0.3"}}},
      {{"k", {"3"}}, {"relaxed", {"true"}}},
      {{"k", {"4"}}, {"score", {"1,0,2"}}},
      {{"average-risk", {"0.1"}}},
      {{"sample-uniqueness", {"0"}}},
      {{"population-uniqueness", {"0.05"}}, {"sampling-fraction", {"0.1"}}},
      {{"k", {"2"}}, {"lkc", {"2,4,0.9"}}},
      {{"beta-likeness", {"2"}}, {"k", {"3"}}},
      {{"delta-disclosure", {"4"}}, {"k", {"3"}}}};
  for (const auto& parameters : asked) {
    auto plain = options(at("rnd"), at("release_plain"));
    plain.parameters = parameters;
    auto engine = plain;
    engine.output = "release_engine";
    in_process(plain);
    const auto outcome = in_engine(engine);
    EXPECT_EQ(outcome.records, 1500U);
    EXPECT_GT(outcome.classes, 20U);
    EXPECT_EQ(rows_at(at("release_plain")), rows_at(at("release_engine")))
        << parameters.begin()->first << " " << parameters.rbegin()->first;
    run("postgres", "DROP TABLE release_plain");
    run("postgres", "DROP TABLE release_engine");
  }
  EXPECT_EQ(leftovers("postgres"), 0U);
}

TEST_F(EngineRelease, OfThreeShardsIsThatOfAllRows) {
  const auto whole = odd_rows(1200, 3);
  fill("postgres", "whole", kOddColumns, whole);
  std::vector<std::string> addresses;
  std::size_t part = 0;
  for (const auto* database : {"s1", "s2", "s3"}) {
    run(database, "DROP TABLE IF EXISTS \"odd part\"");
    run(database, std::string("CREATE TABLE \"odd part\" (") + kOddColumns + ")");
    // The rows in the order of the whole, a third on each shard.
    const Table table = read_postgres(
        PostgresPlace{.connection = server_->connection(),
                      .query = "SELECT format('(%L,%L,%L,%L,%L,%L,%L)', \"odd \"\"age\", num, plz, "
                               "tag, \"größe\", ill, cls) AS v FROM (SELECT *, row_number() OVER "
                               "(ORDER BY ctid) AS at FROM whole) w WHERE (at - 1) / 400 = " +
                               std::to_string(part++) + " ORDER BY at"},
        kRun);
    std::string values;
    for (std::size_t r = 0; r < table.rows(); ++r) {
      values += (r == 0 ? "" : ", ") + std::string(table.column(0).text(static_cast<RowId>(r)));
    }
    run(database, "INSERT INTO \"odd part\" VALUES " + values);
    addresses.push_back(at("odd%20part", database));
  }
  for (const bool relaxed : {false, true}) {
    auto plain = options(at("whole"), at("release_plain"));
    plain.parameters = {{"k", {"4"}}, {"l-distinct", {"2"}}};
    if (relaxed) plain.parameters["relaxed"] = {"true"};
    auto engine = plain;
    engine.input = addresses[0];
    engine.shards = {addresses[1], addresses[2]};
    engine.output = "release_engine";
    in_process(plain);
    EXPECT_EQ(in_engine(engine).shards, 3U);
    std::vector<std::vector<std::string>> parts;
    for (const auto* database : {"s1", "s2", "s3"}) {
      for (auto& row : rows_at(at("release_engine", database))) parts.push_back(std::move(row));
      run(database, "DROP TABLE release_engine");
      EXPECT_EQ(leftovers(database), 0U);
    }
    EXPECT_EQ(rows_at(at("release_plain")), parts);
    run("postgres", "DROP TABLE release_plain");
  }
}

TEST_F(EngineRelease, AsksForCountsAndNotForRows) {
  fill("postgres", "rnd", kOddColumns, odd_rows(600, 11));
  std::size_t looked = 0;
  auto wanted = options(at("rnd"), "release_engine");
  wanted.parameters = {{"k", {"5"}}, {"l-distinct", {"2"}}};
  (void)in_engine(wanted,
                  [&](engine::ShardSet& shards, std::size_t shard, const std::string& text) {
                    if (!text.starts_with("SELECT")) return;
                    const auto plan = shards.explain(shard, text);
                    // What answers is a group or a sum; questions about the catalogue aside.
                    const bool catalogue = text.find("pg_namespace") != std::string::npos ||
                                           text.find("pg_attribute") != std::string::npos ||
                                           text == "SELECT current_schema()";
                    const bool groups = plan.front().find("Aggregate") != std::string::npos ||
                                        plan.front().find("Group") != std::string::npos;
                    EXPECT_TRUE(catalogue || groups) << text << "\n" << plan.front();
                    ++looked;
                  });
  EXPECT_GT(looked, 50U);
  run("postgres", "DROP TABLE release_engine");
}

TEST_F(EngineRelease, ShufflesUnlessTheOrderIsKept) {
  fill("postgres", "rnd", kOddColumns, odd_rows(600, 5));
  auto kept = options(at("rnd"), "release_kept");
  auto mixed = kept;
  mixed.output = "release_mixed";
  mixed.keep_order = false;
  (void)in_engine(kept);
  EXPECT_TRUE(in_engine(mixed).shuffled);
  auto a = rows_at(at("release_kept"));
  auto b = rows_at(at("release_mixed"));
  EXPECT_NE(a, b);
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  EXPECT_EQ(a, b);
  run("postgres", "DROP TABLE release_kept");
  run("postgres", "DROP TABLE release_mixed");
}

TEST_F(EngineRelease, TheGuardRefusesWhatDoesNotCoverIsNotThereOrBreaksAModel) {
  fill("postgres", "rnd", kOddColumns, odd_rows(400, 13));
  const auto with = [&](const std::string& trigger, const std::string& harm) {
    auto wanted = options(at("rnd"), "release_engine");
    wanted.parameters = {{"k", {"5"}}};
    bool done = false;
    return complaint_of([&] {
      (void)in_engine(wanted, [&](engine::ShardSet& shards, std::size_t, const std::string& text) {
        if (done || text.find(trigger) == std::string::npos) return;
        done = true;
        shards.execute(harm);
      });
    });
  };
  const std::string classes = engine::ShardSet::scratch("classes");
  const std::string placed = engine::ShardSet::scratch("placed");
  // Before the release is written from them.
  const std::string writing = "INSERT INTO " + placed;
  EXPECT_NE(with(writing, "UPDATE " + classes +
                              " SET t1 = '[99990-99999]' WHERE class = (SELECT "
                              "min(class) FROM " +
                              classes + ")")
                .find("do not stand for"),
            std::string::npos);
  EXPECT_NE(with(writing, "UPDATE " + classes + " SET t3 = 'rubbish'").find("do not stand for"),
            std::string::npos);
  EXPECT_NE(with(writing, "DELETE FROM " + engine::ShardSet::scratch("members") +
                              " WHERE place = (SELECT min(place) FROM " +
                              engine::ShardSet::scratch("members") + ")")
                .find("399 records"),
            std::string::npos);
  // A row in another class: its cells may still cover it where they show anything.
  EXPECT_NE(with(writing, "UPDATE " + engine::ShardSet::scratch("members") +
                              " SET class = (SELECT max(class) FROM " + classes +
                              ") WHERE class = (SELECT min(class) FROM " + classes + ")")
                .find("guard refuses"),
            std::string::npos);
  EXPECT_EQ(leftovers("postgres"), 0U);
}

TEST_F(EngineRelease, LeavesNothingBehindWhereverItFails) {
  fill("postgres", "rnd", kOddColumns, odd_rows(300, 17));
  auto wanted = options(at("rnd"), "release_engine");
  wanted.parameters = {{"k", {"5"}}, {"l-distinct", {"2"}}};
  std::size_t statements = 0;
  (void)in_engine(wanted, [&](auto&, std::size_t, const std::string&) { ++statements; });
  run("postgres", "DROP TABLE release_engine");
  Sampler dice(4);
  for (int i = 0; i < 50; ++i) {
    const auto point = dice.below(statements);
    std::size_t seen = 0;
    const auto said = complaint_of([&] {
      (void)in_engine(wanted, [&](auto&, std::size_t, const std::string&) {
        // The connection is ended as by an administrator.
        if (seen++ == point) {
          run("postgres",
              "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> "
              "pg_backend_pid() AND backend_type = 'client backend'");
        }
      });
    });
    EXPECT_NE(said.find("PostgreSQL says"), std::string::npos) << point << ": " << said;
    EXPECT_EQ(leftovers("postgres"), 0U) << point;
  }
}

TEST_F(EngineRelease, LeavesNothingBehindWhereverOneOfThreeShardsFails) {
  const std::vector<std::string> databases{"s1", "s2", "s3"};
  std::uint64_t seed = 40;
  for (const auto& database : databases) fill(database, "rnd", kOddColumns, odd_rows(150, ++seed));
  auto wanted = options(at("rnd", "s1"), "release_engine");
  wanted.shards = {at("rnd", "s2"), at("rnd", "s3")};
  wanted.parameters = {{"k", {"5"}}, {"l-distinct", {"2"}}};
  std::size_t statements = 0;
  (void)in_engine(wanted, [&](auto&, std::size_t, const std::string&) { ++statements; });
  for (const auto& database : databases) run(database, "DROP TABLE release_engine");
  Sampler dice(8);
  for (int i = 0; i < 50; ++i) {
    // The last points are the commits, one shard after the other.
    const auto point =
        i < 3 ? statements - 3 + static_cast<std::size_t>(i) : dice.below(statements - 3);
    const std::string lost = databases[i < 3 ? static_cast<std::size_t>(i) : dice.below(3)];
    std::size_t seen = 0;
    const auto said = complaint_of([&] {
      (void)in_engine(wanted, [&](auto&, std::size_t, const std::string&) {
        if (seen++ != point) return;
        run("postgres",
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '" +
                lost + "' AND backend_type = 'client backend'");
      });
    });
    EXPECT_NE(said.find("PostgreSQL says"), std::string::npos) << point << ": " << said;
    for (const auto& database : databases) {
      EXPECT_EQ(leftovers(database), 0U) << point << " " << lost << " " << database;
    }
  }
}

TEST_F(EngineRelease, HoldsColumnsAndRowsAsTheyWereAtItsBeginning) {
  fill("postgres", "rnd", kOddColumns, odd_rows(300, 19));
  auto wanted = options(at("rnd"), "release_engine");
  std::string altered;
  bool changed = false;
  const auto outcome = in_engine(wanted, [&](auto&, std::size_t, const std::string& text) {
    if (changed || text.find("values_q0") == std::string::npos) return;
    changed = true;
    // Another user inserts, deletes and changes rows; the type of a column cannot change meanwhile.
    run("postgres", "INSERT INTO rnd SELECT * FROM rnd LIMIT 50");
    run("postgres", "DELETE FROM rnd WHERE ctid IN (SELECT ctid FROM rnd LIMIT 20)");
    run("postgres", "UPDATE rnd SET ill = 'other'");
    PostgresSession other(server_->connection(), kRun);
    (void)other.execute("SET lock_timeout = '100ms'");
    altered = complaint_of([&] { (void)other.execute("ALTER TABLE rnd ALTER num TYPE text"); });
  });
  EXPECT_TRUE(changed);
  EXPECT_NE(altered.find("lock timeout"), std::string::npos) << altered;
  EXPECT_EQ(outcome.records, 300U);
  EXPECT_TRUE(run("postgres", "SELECT 1 FROM release_engine WHERE ill = 'other'").empty());
  run("postgres", "DROP TABLE release_engine");
}

TEST_F(EngineRelease, TwoUsersAtOnceGetTheSameRelease) {
  fill("postgres", "rnd", kOddColumns, odd_rows(500, 23));
  auto one = options(at("rnd"), "release_one");
  auto two = options(at("rnd"), "release_two");
  std::thread other([&] { (void)in_engine(one); });
  (void)in_engine(two);
  other.join();
  EXPECT_EQ(rows_at(at("release_one")), rows_at(at("release_two")));
  auto again = options(at("rnd"), "release_one");
  EXPECT_NE(complaint_of([&] { (void)in_engine(again); }).find("already"), std::string::npos);
  run("postgres", "DROP TABLE release_one");
  run("postgres", "DROP TABLE release_two");
}

TEST_F(EngineRelease, SaysWhichRightIsMissing) {
  fill("postgres", "rnd", kOddColumns, odd_rows(300, 29));
  run("postgres", "DROP ROLE IF EXISTS guest");
  run("postgres", "CREATE ROLE guest LOGIN");
  auto wanted = options(server_->address("?table=rnd", "postgres", "guest"), "lab.release_engine");
  const auto said = [&] { return complaint_of([&] { (void)in_engine(wanted); }); };
  EXPECT_NE(said().find("GRANT SELECT ON \"public\".\"rnd\" TO guest"), std::string::npos);
  run("postgres", "GRANT SELECT ON rnd TO guest");
  EXPECT_NE(said().find("no schema 'lab'"), std::string::npos);
  run("postgres", "CREATE SCHEMA lab");
  EXPECT_NE(said().find("GRANT CREATE ON SCHEMA \"lab\" TO guest"), std::string::npos);
  run("postgres", "GRANT CREATE, USAGE ON SCHEMA lab TO guest");
  EXPECT_EQ(said(), "no error");
  run("postgres", "REVOKE TEMPORARY ON DATABASE postgres FROM public");
  wanted.output = "lab.second";
  EXPECT_NE(said().find("GRANT TEMPORARY ON DATABASE postgres TO guest"), std::string::npos);
  run("postgres", "GRANT TEMPORARY ON DATABASE postgres TO public");
  run("postgres", "DROP SCHEMA lab CASCADE");
  run("postgres", "DROP OWNED BY guest");
}

TEST_F(EngineRelease, RefusesWhatItDoesNotDo) {
  fill("postgres", "rnd", kOddColumns, odd_rows(100, 31));
  const auto said = [&](const auto& change) {
    auto wanted = options(at("rnd"), "release_engine");
    change(wanted);
    return complaint_of([&] { (void)in_engine(wanted); });
  };
  const auto has = [](const std::string& text, const char* part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  has(said([](auto& o) { o.report = "r.html"; }), "--report: is not done inside a database");
  has(said([](auto& o) { o.table.person = "cls"; }), "--person: is not done");
  has(said([](auto& o) { o.method = "full-domain"; }), "the method is mondrian");
  has(said([](auto& o) { o.table.rows_are_persons = false; }), "--rows-are-persons");
  has(said([](auto& o) {
        o.accept_unchanged = {"ill"};
        o.table.class_columns = {};
      }),
      "nothing says what cls is for");
  has(said([](auto& o) {
        o.accept_unchanged = {};
        o.table.class_columns = {};
        o.table.plain = {"cls"};
      }),
      "add --accept-unchanged cls");
  has(said([](auto& o) { o.input = "people.csv"; }), "needs the address of a table");
  has(said([](auto& o) { o.output = "a/b.csv"; }), "a new table of the database");
  has(said([](auto& o) { o.parameters = {{"k", {"101"}}}; }), "101");
  run("postgres", "CREATE VIEW seen AS SELECT * FROM rnd");
  has(said([](auto& o) { o.input = at("seen"); }), "neither an ordinary table");
  run("postgres", "DROP VIEW seen");
  EXPECT_EQ(leftovers("postgres"), 0U);
}

}  // namespace
}  // namespace privet::job
