// SPDX-License-Identifier: Apache-2.0
#include "job/mining/engine_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "job/inspect/inspect_job.h"
#include "job/mining/bayes_job.h"
#include "job/mining/itemsets_job.h"
#include "job/mining/rules_job.h"
#include "job/mining/tree_job.h"
#include "job/quasi/find_job.h"
#include "job/quasi/measure_job.h"
#include "job/risk/risk_job.h"
#include "mining/tree/tree_text.h"
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

TEST_F(EngineMining, TreesAreTheSame) {
  std::vector<mining::TreeOptions> asked{mining::c45_options(), mining::id3_options()};
  asked.push_back(mining::c45_options());
  asked.back().criterion = mining::Criterion::Gini;
  asked.back().confidence = 0;
  asked.back().nominal = mining::NominalSplit::OneAgainstRest;
  asked.push_back(mining::c45_options());
  asked.back().criterion = mining::Criterion::Gain;
  asked.back().confidence = 0;
  asked.back().min_leaf = 1;
  for (const auto& tree : asked) {
    const auto learned = [&](MiningInput input) {
      if (tree.algorithm == mining::TreeAlgorithm::Id3) input.columns = {"wa\"rd", "group"};
      return run_mine_tree({.input = input, .class_name = "answer", .tree = tree}, kRun);
    };
    const auto expected = learned(plain());
    EXPECT_TRUE(expected.measured);
    EXPECT_GT(expected.model.nodes.size(), 5U);
    for (const auto& input : in_engine()) {
      const auto found = learned(input);
      EXPECT_FALSE(found.measured);
      EXPECT_EQ(found.from.rows, 600U);
      EXPECT_EQ(mining::save_tree(found.model), mining::save_tree(expected.model));
    }
  }
}

TEST_F(EngineMining, TreesThatNeedRowsAreRefused) {
  EXPECT_THROW(
      (void)run_mine_tree(
          {.input = in_engine().front(), .class_name = "answer", .tree = mining::c45r8_options()},
          kRun),
      Error);
}

TEST_F(EngineMining, ItemsetsAreTheSame) {
  using mining::ItemsetKind;
  for (const auto kind : {ItemsetKind::Frequent, ItemsetKind::Closed, ItemsetKind::Maximal}) {
    for (const std::size_t size : {std::size_t{2}, mining::kAnyLength}) {
      const auto mined = [&](const MiningInput& from) {
        return run_mine_itemsets({.input = {.path = from.table.path,
                                            .format = BasketFormat::Table,
                                            .engine = from.engine},
                                  .min_support = {.value = 0.02},
                                  .max_size = size,
                                  .kind = kind},
                                 kRun);
      };
      const auto expected = mined(plain());
      EXPECT_EQ(expected.transactions, 600U);
      EXPECT_EQ(expected.min_support, 12U);
      // Every maximal set here has more than two items.
      const bool none = kind == ItemsetKind::Maximal && size == 2;
      EXPECT_EQ(expected.itemsets.size() > 10U, !none);
      for (const auto& from : in_engine()) {
        const auto found = mined(from);
        EXPECT_EQ(found.transactions, 600U);
        EXPECT_EQ(found.min_support, expected.min_support);
        ASSERT_EQ(found.itemsets.size(), expected.itemsets.size());
        EXPECT_EQ(found.itemsets.found(), expected.itemsets.found());
        for (std::size_t i = 0; i < found.itemsets.size(); ++i) {
          EXPECT_EQ(found.itemsets.support(i), expected.itemsets.support(i));
          const auto items = found.itemsets.items(i);
          const auto wanted = expected.itemsets.items(i);
          ASSERT_EQ(items.size(), wanted.size());
          for (std::size_t k = 0; k < items.size(); ++k) {
            EXPECT_EQ(found.baskets.name(items[k]), expected.baskets.name(wanted[k]));
          }
        }
      }
    }
  }
}

TEST_F(EngineMining, SetsThatTellRowsApartAreTheSame) {
  const auto same = [&](QuasiFindOptions options) {
    options.source.table = plain().table;
    const auto expected = run_quasi_find(options, kRun);
    for (const auto& input : in_engine()) {
      options.engine = input.engine;
      const auto found = run_quasi_find(options, kRun);
      EXPECT_EQ(found.reached, expected.reached);
      EXPECT_EQ(found.guarantee, expected.guarantee);
      EXPECT_EQ(found.sample.size, expected.sample.size);
      EXPECT_EQ(found.sample.wanted, expected.sample.wanted);
      EXPECT_EQ(found.ratios.has_value(), expected.ratios.has_value());
      if (found.ratios && expected.ratios) {
        EXPECT_EQ(found.ratios->tally, expected.ratios->tally);
      }
      EXPECT_EQ(found.sets.size(), expected.sets.size());
      for (std::size_t s = 0; s < std::min(found.sets.size(), expected.sets.size()); ++s) {
        EXPECT_EQ(found.sets[s].columns, expected.sets[s].columns);
        EXPECT_EQ(found.sets[s].cost, expected.sets[s].cost);
        EXPECT_EQ(found.sets[s].separation, expected.sets[s].separation);
      }
    }
    return expected.sets.size();
  };
  using quasi::FindKind;
  QuasiFindOptions options;
  EXPECT_EQ(same(options), 1U);
  options.source.columns = plain().columns;
  EXPECT_EQ(same(options), 1U);  // some rows are identical
  options.find = {.kind = FindKind::Separation, .epsilon = 1e-6};
  EXPECT_EQ(same(options), 1U);
  options = {};
  options.find = {.kind = FindKind::Distinct, .epsilon = 0.02};  // a sample would be the table
  EXPECT_EQ(same(options), 1U);
  options = {};
  options.costs = {{"i", 100}};
  EXPECT_EQ(same(options), 1U);
  options = {};
  options.all = true;
  options.sets = {.epsilon = 0.02};
  EXPECT_EQ(same(options), 2U);
  options.sets = {.epsilon = 0.05, .sampling = quasi::Sampling::Pairs};
  EXPECT_GT(same(options), 2U);
}

TEST_F(EngineMining, ColumnsLookTheSame) {
  // Whether numbers were given out one after the other is seen in the order of the rows only.
  const std::string more =
      "SELECT i AS id, i / 3 AS household, (i * 7 + 3) % 600 AS mixed, amount, \"wa\"\"rd\", "
      "answer, "
      "date '2001-01-01' + i % 50 AS day, lpad((i % 40)::text, 5, '0') AS zip, CASE i % 4 WHEN 0 "
      "THEN '?' WHEN 1 THEN 'NA' ELSE (i % 9)::text END AS mark FROM ";
  run("postgres", "CREATE TABLE seen AS " + more + "whole ORDER BY i");
  run("s1", "CREATE TABLE seen AS " + more + "part ORDER BY i");
  run("s2", "CREATE TABLE seen AS " + more + "part ORDER BY i");
  const auto looked = [&](const std::vector<std::string>& addresses, bool engine) {
    InspectOptions options{.source = {.path = addresses.front()}};
    for (const auto& address : addresses) {
      if (engine) options.engine.push_back(parse_postgres_place(address));
    }
    return run_inspect(options, kRun);
  };
  const std::string whole = server_->address("?table=seen");
  const auto expected = looked({whole}, false);
  const std::string one = server_->address("?table=seen", "s1");
  const std::string two = server_->address("?table=seen", "s2");
  for (const auto& addresses :
       {std::vector<std::string>{whole}, std::vector<std::string>{one, two}}) {
    const auto found = looked(addresses, true);
    EXPECT_EQ(found.rows, 600U);
    ASSERT_EQ(found.columns.size(), expected.columns.size());
    for (std::size_t c = 0; c < found.columns.size(); ++c) {
      const auto& a = found.columns[c];
      const auto& b = expected.columns[c];
      EXPECT_EQ(a.name, b.name);
      EXPECT_EQ(a.type, b.type);
      EXPECT_EQ(a.distinct, b.distinct);
      EXPECT_EQ(a.missing, b.missing);
      EXPECT_EQ(a.distinct_ratio, b.distinct_ratio);
      EXPECT_EQ(a.separation_ratio, b.separation_ratio);
      EXPECT_EQ(a.suggested_role, b.suggested_role) << a.name;
      EXPECT_EQ(a.evidence, b.evidence);
    }
  }
  // The household ascends on each shard, but not from the second to the first.
  const auto turned = looked({two, one}, true);
  EXPECT_NE(turned.columns[1].evidence, expected.columns[1].evidence);
}

void expect_same(const RiskSummary& found, const RiskSummary& expected) {
  EXPECT_EQ(found.rows, expected.rows);
  EXPECT_EQ(found.suppressed, expected.suppressed);
  EXPECT_EQ(found.quasi, expected.quasi);
  EXPECT_EQ(found.class_sizes, expected.class_sizes);
  EXPECT_EQ(found.prosecutor.average, expected.prosecutor.average);
  EXPECT_EQ(found.prosecutor.fraction_at_risk, expected.prosecutor.fraction_at_risk);
  EXPECT_EQ(found.prosecutor.unique_records, expected.prosecutor.unique_records);
  ASSERT_EQ(found.sensitive.size(), expected.sensitive.size());
  for (std::size_t s = 0; s < found.sensitive.size(); ++s) {
    const auto& a = found.sensitive[s];
    const auto& b = expected.sensitive[s];
    EXPECT_EQ(a.value, b.value);
    EXPECT_EQ(a.gained_class, b.gained_class);
    EXPECT_EQ(a.risk.homogeneous_records, b.risk.homogeneous_records);
    EXPECT_EQ(a.risk.average_confidence, b.risk.average_confidence);
    EXPECT_EQ(a.risk.average_skewness, b.risk.average_skewness);
    EXPECT_EQ(a.risk.highest_skewness, b.risk.highest_skewness);
    EXPECT_EQ(a.risk.gain.factor, b.risk.gain.factor);
  }
  ASSERT_EQ(found.guarantees.size(), expected.guarantees.size());
  for (std::size_t m = 0; m < found.guarantees.size(); ++m) {
    EXPECT_EQ(found.guarantees[m].model, expected.guarantees[m].model);
    EXPECT_EQ(found.guarantees[m].holds, expected.guarantees[m].holds);
    EXPECT_EQ(found.guarantees[m].value, expected.guarantees[m].value);
    EXPECT_EQ(found.guarantees[m].violating_records, expected.guarantees[m].violating_records);
  }
  ASSERT_EQ(found.violations.size(), expected.violations.size());
  for (std::size_t v = 0; v < found.violations.size(); ++v) {
    EXPECT_EQ(found.violations[v].shown, expected.violations[v].shown);
    EXPECT_EQ(found.violations[v].value, expected.violations[v].value);
    EXPECT_EQ(found.violations[v].rows, expected.violations[v].rows);
  }
}

TEST_F(EngineMining, RisksAreTheSame) {
  // Some rows show nothing, and spellings of a number count as one value.
  const std::string hidden =
      "SELECT CASE WHEN i % 20 = 0 THEN '*' WHEN i % 3 = 0 THEN '7.0' ELSE (i % 9)::text END AS "
      "age, CASE WHEN i % 20 = 0 THEN '*' ELSE coalesce(\"wa\"\"rd\", 'x') END AS place, CASE WHEN "
      "i "
      "% 20 = 0 THEN '*' ELSE answer END AS ill, \"group\" FROM ";
  run("postgres", "CREATE TABLE hidden AS " + hidden + "whole ORDER BY i");
  run("s1", "CREATE TABLE hidden AS " + hidden + "part ORDER BY i");
  run("s2", "CREATE TABLE hidden AS " + hidden + "part ORDER BY i");
  const auto measured = [&](const NamedValues& models, const std::vector<std::string>& addresses) {
    RiskOptions options;
    options.input = addresses.front();
    options.table.quasi = {"age", "place"};
    options.table.sensitive = {"ill"};
    options.table.rows_are_persons = true;
    options.parameters = models;
    options.shards.assign(addresses.begin() + 1, addresses.end());
    return options;
  };
  const std::string whole = server_->address("?table=hidden");
  const std::vector<NamedValues> asked{
      {}, {{"k", {"12"}}, {"l-distinct", {"3"}}}, {{"lkc", {"1,40,0.5"}}}, {{"t", {"0.1"}}}};
  for (const auto& models : asked) {
    const auto expected = run_risk(measured(models, {whole}), builtin_catalog(), kRun).summary;
    EXPECT_EQ(expected.suppressed, 30U);
    for (const auto& addresses :
         {std::vector<std::string>{whole},
          std::vector<std::string>{server_->address("?table=hidden", "s1"),
                                   server_->address("?table=hidden", "s2")}}) {
      auto options = measured(models, addresses);
      options.engine = "database";
      expect_same(run_risk(options, builtin_catalog(), kRun).summary, expected);
    }
  }
  auto refused = measured({}, {whole});
  refused.engine = "database";
  refused.records = "records.csv";
  EXPECT_THROW((void)run_risk(refused, builtin_catalog(), kRun), Error);
}

TEST_F(EngineMining, WhatWouldBeSampledIsRefused) {
  QuasiFindOptions options;
  options.find = {.kind = quasi::FindKind::Separation, .epsilon = 0.1};
  options.source.table = plain().table;
  options.engine = in_engine().front().engine;
  EXPECT_THROW((void)run_quasi_find(options, kRun), Error);
  options.find = {.exhaustive = true};
  EXPECT_THROW((void)run_quasi_find(options, kRun), Error);
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
