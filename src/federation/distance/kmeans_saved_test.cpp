// SPDX-License-Identifier: Apache-2.0
#include "federation/distance/kmeans_saved.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/json.h"
#include "base/sampling.h"
#include "federation/tasks.h"
#include "tests/support/federation_parties.h"

namespace privet::federation {
namespace {

using testing_support::Line;
using testing_support::run_parts;
using Parameters = std::vector<std::pair<std::string, std::string>>;

Job job_of(std::string task, std::size_t parties, Trust trust, Parameters parameters) {
  Job out;
  out.task = std::move(task);
  out.trust = trust;
  out.protocol = default_protocol(find_task(out.task, out.split), trust);
  out.parties = parties;
  out.run = "a run";
  out.parameters = std::move(parameters);
  return out;
}

Table random_points(Sampler& sampler, std::size_t rows) {
  std::vector<std::vector<std::string>> cells;
  for (std::size_t r = 0; r < rows; ++r) {
    auto& row = cells.emplace_back();
    for (std::size_t c = 0; c < 5; ++c) row.push_back(std::to_string(sampler.below(60)) + ".5");
  }
  return make_table({"a", "b", "c", "d", "e"}, cells);
}

struct Learned {
  std::vector<std::string> models;
  std::string assignment;  // of the rows that they were learned from
};

Learned learn(const Table& table, std::size_t parties, Trust trust, Parameters more = {}) {
  const auto parts = split_data(table, Split::Vertical, parties);
  Parameters parameters{{"k", "4"}};
  parameters.insert(parameters.end(), more.begin(), more.end());
  auto job = job_of("mine kmeans", parties, trust, parameters);
  place_job(job, parts);
  Learned out;
  for (const auto& run : run_parts(parts, job)) {
    out.models.push_back(run.answer.part);
    out.assignment = Json::parse(run.answer.json).at("assignment").dump();
  }
  return out;
}

std::string clusters_of(const std::vector<std::string>& models, const Table& rows, Trust trust,
                        const Parameters& more = {}, Line line = Line::Memory) {
  auto parts = parts_with_rows(models, rows);
  const auto whole = parts.back();
  parts.pop_back();
  auto job = job_of("mine kmeans --saved", parts.size(), trust, more);
  place_job(job, parts);
  const auto task = find_task(job.task, job.split);
  const auto plain = task.plain(whole, job_settings(task, job), {});
  std::vector<std::vector<protocol::LedgerEntry>> ledgers;
  for (const auto& run : run_parts(parts, job, line)) {
    EXPECT_EQ(run.answer.json, plain.json);
    ledgers.push_back(run.ledger.entries());
  }
  EXPECT_EQ(protocol::disagreements(ledgers), std::vector<std::string>{});
  return Json::parse(plain.json).at("assignment").dump();
}

// Settled clusters take their own rows back, and new rows go where the plain distances say.
TEST(KMeansSaved, RowsGoToTheirNearestCenters) {
  Sampler sampler(4);
  for (std::size_t round = 0; round < 5; ++round) {
    SCOPED_TRACE(round);
    const auto trust = round == 2 ? Trust::HonestMajority : Trust::ByProtocol;
    const std::size_t parties = round == 2 ? 3 : 2 + round % 4;
    const auto table = random_points(sampler, 60);
    const Parameters scale{{"scale", round == 3 ? "deviation" : "none"}};
    const auto learned = learn(table, parties, trust, scale);
    const Parameters helped{{"helper", "1"}};
    const auto more = round == 1 ? helped : Parameters{};
    EXPECT_EQ(clusters_of(learned.models, table, trust, more), learned.assignment);
    (void)clusters_of(learned.models, random_points(sampler, 40), trust, more,
                      round == 0 ? Line::Tls : Line::Memory);
  }
}

std::string message_of(const auto& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(KMeansSaved, RefusesWhatDoesNotFit) {
  Sampler sampler(5);
  const auto table = random_points(sampler, 30);
  const auto models = learn(table, 2, Trust::ByProtocol, {{"range", "300"}}).models;
  const auto far = make_table({"a", "b", "c", "d", "e"},
                              {{"1", "1", "1", "1", "1"}, {"1", "1", "1", "400", "1"}});
  EXPECT_EQ(message_of([&] { (void)clusters_of(models, far, Trust::ByProtocol); }),
            "--predict: party-2: row 2 is farther from a center than the range of 300 that the "
            "clusters were learned with");
  const auto other = learn(table, 2, Trust::ByProtocol, {{"range", "301"}}).models;
  EXPECT_EQ(message_of([&] { (void)clusters_of({models[0], other[1]}, table, Trust::ByProtocol); }),
            "--saved: party-2's part of the model is not of the same model as party-1's");
  const auto words = make_table({"a", "b", "c", "d", "e"}, {{"1", "x", "1", "1", "1"}});
  EXPECT_NE(
      message_of([&] { (void)clusters_of(models, words, Trust::ByProtocol); }).find("party-1"),
      std::string::npos);
}

TEST(KMeansSaved, DamagedPartsAreRefused) {
  Sampler sampler(6);
  const auto table = random_points(sampler, 20);
  const auto models = learn(table, 2, Trust::ByProtocol).models;
  const auto task = find_task("mine kmeans --saved", Split::Vertical);
  for (int i = 0; i < 300; ++i) {
    auto damaged = models;
    auto& text = damaged[sampler.below(2)];
    text[sampler.below(text.size())] = static_cast<char>(' ' + sampler.below(95));
    try {
      const auto whole = parts_with_rows(damaged, table).back();
      (void)task.plain(whole, Settings(task.parameters), {});
    } catch (const Error& error) {
      // A range or unit that cannot be is said as that of the option.
      EXPECT_TRUE(error.code() == ErrorCode::Input || error.code() == ErrorCode::Usage)
          << error.what();
    }
  }
}

}  // namespace
}  // namespace privet::federation
