// SPDX-License-Identifier: Apache-2.0
#include "federation/tree/intersection_tree.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/json.h"
#include "base/sampling.h"
#include "federation/tasks.h"
#include "mining/tree/tree_test_tables.h"
#include "tests/support/federation_parties.h"

namespace privet::federation {
namespace {

using testing_support::Line;
using testing_support::PartyRun;
using testing_support::run_parts;

Job job_of(std::size_t parties, std::string class_name) {
  Job out;
  out.task = "mine tree";
  out.protocol = "intersection";
  out.parties = parties;
  out.parameters = {{"class", std::move(class_name)}};
  return out;
}

std::vector<PartyRun> expect_plain_tree(const Table& whole, Job job, Line line = Line::Memory) {
  const auto parts = split_data(whole, job.split, job.parties);
  place_job(job, parts);
  auto runs = run_parts(parts, job, line);
  const auto task = find_task(job.task, job.split);
  std::vector<Answer> answers;
  std::vector<std::vector<protocol::LedgerEntry>> ledgers;
  for (const auto& run : runs) {
    answers.push_back(run.answer);
    ledgers.push_back(run.ledger.entries());
  }
  EXPECT_EQ(task.join(answers).json, task.plain(whole, job_settings(task, job), {}).json);
  EXPECT_EQ(protocol::disagreements(ledgers), std::vector<std::string>{});
  return runs;
}

TEST(IntersectionTree, WeatherIsTheTreeOfFigure36) {
  for (const std::size_t parties : {3U, 4U}) {
    const auto runs = expect_plain_tree(mining::weather(), job_of(parties, "play"));
    const auto tree = Json::parse(runs[0].answer.json);
    EXPECT_EQ(tree.at("nodes").size(), 8U);
    // Only the class site has classes of leaves.
    EXPECT_TRUE(tree.at("nodes")[1].at("class").is_null());
  }
}

TEST(IntersectionTree, RandomTablesOfThreeToFiveParties) {
  Sampler sampler(31);
  for (std::size_t round = 0; round < 5; ++round) {
    SCOPED_TRACE(round);
    const auto table = mining::random_table(sampler, {.rows = 8 + 2 * round,
                                                      .columns = 4,
                                                      .values = 2 + round % 2,
                                                      .classes = 1 + round % 3,
                                                      .numeric = false,
                                                      .missing = round % 2 == 0 ? 0.0 : 0.1});
    expect_plain_tree(table, job_of(3 + round % 3, "class"), round == 1 ? Line::Tls : Line::Memory);
  }
}

// More rows and more nodes of as many levels take the same rounds.
TEST(IntersectionTree, RoundsGrowWithTheDepth) {
  const auto rounds = [](std::size_t rows, std::size_t values) {
    Sampler sampler(2);
    const auto table = mining::random_table(
        sampler, {.rows = rows, .columns = 3, .values = values, .classes = 2, .numeric = false});
    auto job = job_of(3, "class");
    job.parameters.emplace_back("max-depth", "2");
    return expect_plain_tree(table, job)[0].rounds;
  };
  EXPECT_EQ(rounds(30, 3), rounds(12, 2));
}

TEST(IntersectionTree, NoNameOrValueCrosses) {
  for (const auto& run : expect_plain_tree(mining::weather(), job_of(3, "play"))) {
    for (const auto& bytes : run.received) {
      const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      for (const auto* word : {"outlook", "temperature", "humidity", "windy", "play", "sunny",
                               "overcast", "normal", "false"}) {
        EXPECT_EQ(text.find(word), std::string::npos) << word;
      }
    }
  }
}

TEST(IntersectionTree, RefusesTwoPartiesAndWhatItTellsAnyway) {
  const auto message = [](Job job) -> std::string {
    try {
      check_job(find_task(job.task, job.split), job);
      const auto parts = split_data(mining::weather(), job.split, job.parties);
      place_job(job, parts);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message(job_of(2, "play")),
            "--protocol: intersection is for 3 to 128 parties, not for 2");
  auto job = job_of(3, "play");
  job.parameters.emplace_back("reveal", "gains");
  EXPECT_EQ(message(job), "--reveal: intersection tells counts and gains anyway; leave it out");
}

TEST(IntersectionTree, WhatIsNotForecastIsRefused) {
  const auto parts = split_data(mining::weather(), Split::Vertical, 3);
  auto job = job_of(3, "play");
  job.parameters.emplace_back("max-depth", "1");
  place_job(job, parts);
  const auto whole = forecast_of(job);
  for (std::size_t left_out = 0; left_out < whole.size(); ++left_out) {
    auto less = whole;
    less.erase(less.begin() + static_cast<std::ptrdiff_t>(left_out));
    EXPECT_THROW((void)run_parts(parts, job, Line::Memory, less), Error) << whole[left_out].label;
  }
}

}  // namespace
}  // namespace privet::federation
