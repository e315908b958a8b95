// SPDX-License-Identifier: Apache-2.0
#include "job/mining/engine_table.h"

#include <gtest/gtest.h>

#include <memory>

#include "base/error.h"
#include "job/mining/bayes_job.h"
#include "job/mining/rules_job.h"
#include "job/quasi/measure_job.h"
#include "tests/support/postgres_server.h"

namespace privet::job {
namespace {

const privet::Run kRun;

// A table with missing values, decimals and texts; its rows lie on the databases s1 and s2, too.
class EngineMining : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    server_ = std::make_unique<testing_support::PostgresServer>();
    if (!server_->runs()) return;
    run("postgres", "CREATE DATABASE s1");
    run("postgres", "CREATE DATABASE s2");
    const std::string rows =
        "SELECT i, CASE WHEN i % 11 = 0 THEN NULL ELSE (i * 37 % 101) / 4.0 END AS amount, CASE "
        "WHEN "
        "i % 7 = 0 THEN '' ELSE 'w' || i * 13 % 5 END AS \"wa\"\"rd\", CASE i * i % 3 WHEN 0 THEN "
        "'j\xc3\xa4' WHEN 1 THEN 'nein' END AS answer, i * i % 4 AS \"group\" FROM "
        "generate_series(1, 600) i";
    run("postgres", "CREATE TABLE whole AS " + rows + " ORDER BY i");
    run("s1", "CREATE TABLE part AS SELECT * FROM (" + rows + ") r WHERE i <= 250 ORDER BY i");
    run("s2", "CREATE TABLE part AS SELECT * FROM (" + rows + ") r WHERE i > 250 ORDER BY i");
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
  static MiningInput plain() {
    return {.table = {.path = server_->address("?table=whole")},
            .columns = {"amount", "wa\"rd", "group"}};
  }
  // On one server, and on two.
  static std::vector<MiningInput> in_engine() {
    std::vector<MiningInput> out;
    for (const auto& addresses :
         {std::vector<std::string>{server_->address("?table=whole")},
          std::vector<std::string>{server_->address("?table=part", "s1"),
                                   server_->address("?table=part", "s2")}}) {
      MiningInput input = plain();
      for (const auto& address : addresses) input.engine.push_back(parse_postgres_place(address));
      out.push_back(input);
    }
    return out;
  }
  static std::unique_ptr<testing_support::PostgresServer> server_;
};
std::unique_ptr<testing_support::PostgresServer> EngineMining::server_;

TEST_F(EngineMining, NaiveBayesIsTheSameModel) {
  for (const double laplace : {0.0, 1.0}) {
    const auto learned = [&](const MiningInput& input) {
      return run_mine_bayes(
          {.input = input, .class_name = "answer", .settings = {.laplace = laplace}}, kRun);
    };
    const auto expected = learned(plain());
    EXPECT_TRUE(expected.measured);
    for (const auto& input : in_engine()) {
      const auto found = learned(input);
      EXPECT_FALSE(found.measured);
      EXPECT_EQ(found.from.rows, 600U);
      EXPECT_TRUE(found.model == expected.model);
      EXPECT_EQ(mining::save_bayes(found.model), mining::save_bayes(expected.model));
    }
  }
}

TEST_F(EngineMining, RulesAreTheSame) {
  const auto learned = [&](const MiningInput& input) {
    MineRulesOptions options{.input = {.table = input}};
    options.request.min_support = {.value = 0.02};
    return run_mine_rules(options, kRun);
  };
  const auto expected = learned(plain());
  EXPECT_GT(expected.model.itemsets.size(), 10U);
  EXPECT_GT(expected.model.rules.size(), 2U);
  for (const auto& input : in_engine()) {
    const auto found = learned(input);
    EXPECT_TRUE(found.model == expected.model);
  }
}

TEST_F(EngineMining, RatiosOfColumnsAreTheSame) {
  for (const bool subsets : {false, true}) {
    QuasiMeasureOptions options{.source = {.table = plain().table, .columns = plain().columns},
                                .subsets = subsets};
    const auto expected = run_quasi_measure(options, kRun);
    for (const auto& input : in_engine()) {
      options.engine = input.engine;
      const auto found = run_quasi_measure(options, kRun);
      ASSERT_EQ(found.sets.size(), subsets ? 7U : 1U);
      EXPECT_EQ(found.rows, expected.rows);
      for (std::size_t s = 0; s < found.sets.size(); ++s) {
        EXPECT_EQ(found.sets[s].columns, expected.sets[s].columns);
        EXPECT_EQ(found.sets[s].ratios.tally, expected.sets[s].ratios.tally);
      }
    }
  }
}

TEST_F(EngineMining, NamesColumnsThatAreNotThere) {
  auto input = in_engine().front();
  input.columns = {"amuont"};
  try {
    EngineTable table(input, "", kRun);
    ADD_FAILURE() << "there is no such column";
  } catch (const Error& error) {
    EXPECT_NE(error.message().find("amount"), std::string::npos) << error.message();
  }
}

}  // namespace
}  // namespace privet::job
