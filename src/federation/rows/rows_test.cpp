// SPDX-License-Identifier: Apache-2.0
// Bayes, k-means and rules over rows at several parties, against the plain ones.
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/json.h"
#include "base/sampling.h"
#include "mining/tree/tree_test_tables.h"
#include "tests/support/row_parties.h"

namespace privet::federation {
namespace {

using testing_support::expect_plain_over_parts;
using testing_support::expect_plain_over_rows;
using testing_support::Line;
using testing_support::RowRuns;
using testing_support::rows_job;

Table random_people(std::size_t rows, std::uint64_t seed) {
  Sampler sampler(seed);
  std::vector<std::vector<std::string>> cells;
  for (std::size_t r = 0; r < rows; ++r) {
    const bool ill = sampler.below(3) == 0;
    const double age = (ill ? 60 : 40) + 8 * sampler.normal();
    cells.push_back({std::to_string(age),
                     sampler.below(15) == 0 ? "?" : std::to_string(3000 + 900 * sampler.normal()),
                     sampler.below(2) == 0 ? "north" : "south", ill ? "ill" : "well"});
  }
  return make_table({"age", "income", "region", "state"}, cells);
}

Table random_points(std::size_t rows, std::uint64_t seed) {
  Sampler sampler(seed);
  std::vector<std::vector<std::string>> cells;
  for (std::size_t r = 0; r < rows; ++r) {
    const double center = 10 * static_cast<double>(sampler.below(3));
    cells.push_back({std::to_string(center + sampler.normal()),
                     std::to_string(5 - center + 2 * sampler.normal())});
  }
  return make_table({"x", "y"}, cells);
}

Baskets random_baskets(std::size_t count, std::uint64_t seed) {
  Sampler sampler(seed);
  Baskets out;
  for (const auto* name : {"bread", "milk", "beer", "wine", "caviar", "soap"}) out.add_item(name);
  std::vector<ItemId> basket;
  for (std::size_t b = 0; b < count; ++b) {
    basket.clear();
    for (ItemId i = 0; i < 6; ++i) {
      if (sampler.below(10) < 7 - i) basket.push_back(i);
    }
    out.add(basket);
  }
  return out;
}

TEST(BayesRows, TheModelOfTwoToFivePartiesIsThePooledOne) {
  for (std::size_t parties = 2; parties <= 5; ++parties) {
    const RowDivision division{.deal = Deal::Random, .seed = parties};
    auto job = rows_job("mine bayes", parties, {{"class", "state"}, {"laplace", "1"}});
    const auto runs = expect_plain_over_rows(random_people(90, parties), job, division,
                                             parties == 3 ? Line::Tls : Line::Memory);
    // Sessions begin and end with each other party; then four sums of two rounds.
    EXPECT_LE(runs[0].rounds, 16U * parties);
  }
  const auto three = rows_job("mine bayes", 3, {{"class", "state"}}, Trust::HonestMajority);
  (void)expect_plain_over_rows(random_people(90, 1), three, {.fractions = {0.7, 0.2, 0.1}});
  (void)expect_plain_over_rows(mining::weather(), rows_job("mine bayes", 2, {{"class", "play"}}),
                               {});
  testing_support::expect_forecast_needed(random_people(40, 2),
                                          rows_job("mine bayes", 2, {{"class", "state"}}), {});
  testing_support::expect_no_cell_crosses(random_people(60, 3),
                                          rows_job("mine bayes", 3, {{"class", "state"}}), {});
}

TEST(KMeansRows, TheClustersOfTwoToFivePartiesAreThePooledOnes) {
  for (std::size_t parties = 2; parties <= 5; ++parties) {
    const RowDivision division{.deal = Deal::Random, .seed = parties};
    const auto job = rows_job("mine kmeans", parties, {{"k", "3"}, {"seed", "4"}});
    (void)expect_plain_over_rows(random_points(80, parties), job, division,
                                 parties == 3 ? Line::Tls : Line::Memory);
  }
  const auto three = rows_job("mine kmeans", 3, {{"k", "2"}}, Trust::HonestMajority);
  const auto runs = expect_plain_over_rows(random_points(60, 1), three, {});
  const auto model = Json::parse(runs[0].answer.json);
  std::uint64_t rows = 0;
  for (const auto& size : model.at("model").at("sizes")) rows += size.get<std::uint64_t>();
  EXPECT_EQ(rows, 60U);
  testing_support::expect_forecast_needed(random_points(30, 2),
                                          rows_job("mine kmeans", 2, {{"k", "2"}}), {});
  testing_support::expect_no_cell_crosses(random_points(40, 3),
                                          rows_job("mine kmeans", 3, {{"k", "2"}}), {});
}

// Of baskets, whose items have no common numbers, and of a table.
TEST(RulesRows, TheRulesOfSeveralPartiesAreThePooledOnes) {
  const auto task = find_task("mine rules", Split::Horizontal);
  for (std::size_t parties = 2; parties <= 4; ++parties) {
    auto job = rows_job("mine rules", parties, {{"min-support", "0.2"}});
    if (parties == 2) job.parameters.emplace_back("accept-two", "true");
    const DataSet whole = random_baskets(60, parties);
    const auto parts = split_rows(whole, parties, {.deal = Deal::Random, .seed = parties});
    place_job(job, parts);
    const auto plain = task.plain(whole, job_settings(task, job), privet::Run());
    for (const auto& run : testing_support::run_parts(parts, job)) {
      EXPECT_EQ(run.answer.json, plain.json);
      EXPECT_EQ(run.answer.gist, plain.gist);
    }
  }
  (void)expect_plain_over_rows(
      mining::weather(), rows_job("mine rules", 3, {{"min-support", "4"}}, Trust::HonestMajority),
      {}, Line::Tls);
}

// An item that is rare everywhere is not named.
TEST(RulesRows, RareItemsAreNotNamed) {
  Baskets whole = random_baskets(60, 5);
  whole.add_item("arsenic");
  whole.add(std::vector<ItemId>{ItemId{0}, ItemId{6}});
  auto job = rows_job("mine rules", 3, {{"min-support", "0.3"}});
  const auto parts = split_rows(whole, 3, {});
  place_job(job, parts);
  for (const auto& run : testing_support::run_parts(parts, job)) {
    EXPECT_EQ(run.answer.json.find("arsenic"), std::string::npos);
    for (const auto& bytes : run.received) {
      const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      EXPECT_EQ(text.find("arsenic"), std::string::npos);
    }
  }
}

TEST(RulesRows, TwoPartiesMustAcceptIt) {
  auto job = rows_job("mine rules", 2, {{"min-support", "0.2"}});
  const auto parts = split_rows(random_baskets(20, 1), 2, {});
  try {
    place_job(job, parts);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("--accept-two"), std::string::npos);
  }
}

// How many transfers a task over rows takes is not known before it runs: a slow line gets a plan
// that is sparing with bytes all the same, and the same at parties with different rows.
TEST(Rows, SlowLinesGetTransfersOfFewBytes) {
  const auto job = rows_job("mine tree", 2, {{"class", "state"}});
  const auto plan = [&](double bits_per_second, std::size_t rows) {
    const auto choice = transfers_of(job, random_people(rows, 1), {{}, bits_per_second});
    return protocol::plan_for(choice.bits_per_second, choice.expected);
  };
  for (const std::size_t rows : {5U, 500U}) {
    EXPECT_EQ(plan(10e9, rows), protocol::OtPlan(protocol::OtPiece::Middle));
    EXPECT_EQ(plan(300e6, rows), protocol::OtPlan(protocol::OtPiece::Thrifty));
    EXPECT_EQ(plan(10e6, rows), protocol::OtPlan::silently());
  }
}

}  // namespace
}  // namespace privet::federation
