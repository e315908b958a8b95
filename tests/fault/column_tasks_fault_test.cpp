// SPDX-License-Identifier: Apache-2.0
// Tasks over columns, and over the rows that a key finds, with a party that lies
// (tests/support/lying_party.h).
#include <gtest/gtest.h>

#include "federation/task/model_part.h"
#include "mining/tree/tree_test_tables.h"
#include "tests/support/federation_parties.h"
#include "tests/support/lying_party.h"

namespace privet::federation {
namespace {

using testing_support::expect_liars_are_borne;
using testing_support::lying_federation;
using Parameters = std::vector<std::pair<std::string, std::string>>;

Job job_of(std::string task, std::size_t parties, std::string protocol, Parameters parameters) {
  return {.task = std::move(task),
          .protocol = protocol,
          .trust = protocol == "replicated" ? Trust::HonestMajority : Trust::ByProtocol,
          .allow_weak = true,
          .parties = parties,
          .parameters = std::move(parameters)};
}

const testing_support::Lies kFew{.places = 1, .bytes = 2, .lines = 2};

std::vector<DataSet> columns(const Table& whole, const Job& job) {
  return split_data(whole, job.split, job.parties);
}

Table points() {
  return make_table({"a", "b", "c"}, {{"1.5", "2", "0.5"},
                                      {"1.25", "2.5", "1"},
                                      {"7", "8.5", "9"},
                                      {"7.5", "8", "9.5"},
                                      {"1", "2", "40"}});
}

TEST(ColumnTasksFault, BayesBearsLiars) {
  for (const auto& job : {job_of("mine bayes", 2, "shares", {{"class", "play"}}),
                          job_of("mine bayes", 3, "replicated", {{"class", "play"}})}) {
    SCOPED_TRACE(job.protocol);
    const auto all = mining::weather();
    expect_liars_are_borne(lying_federation(with_rows_to_classify(columns(all, job), all), job),
                           {});
  }
}

TEST(ColumnTasksFault, KmeansBearsLiars) {
  const Parameters two{{"k", "2"}};
  auto helped = two;
  helped.emplace_back("helper", "3");
  for (const auto& job :
       {job_of("mine kmeans", 2, "shares", two), job_of("mine kmeans", 3, "permuted", two),
        job_of("mine kmeans", 3, "shares", helped), job_of("mine kmeans", 3, "replicated", two)}) {
    SCOPED_TRACE(job.protocol);
    expect_liars_are_borne(lying_federation(columns(points(), job), job), kFew);
  }
}

TEST(ColumnTasksFault, ATreeByIntersectionsBearsLiars) {
  const auto job = job_of("mine tree", 3, "intersection", {{"class", "play"}, {"max-depth", "1"}});
  expect_liars_are_borne(lying_federation(columns(mining::weather(), job), job), kFew);
}

TEST(ColumnTasksFault, AMachineOnARandomKernelBearsLiars) {
  const auto job =
      job_of("mine svm", 3, "random-kernel", {{"class", "play"}, {"kernel-rows", "2"}});
  const auto all = mining::weather();
  expect_liars_are_borne(lying_federation(with_rows_to_classify(columns(all, job), all), job),
                         kFew);
}

// Parts of a model that honest parties saved.
TEST(ColumnTasksFault, SavedPartsBearLiars) {
  for (const std::string task : {"mine bayes", "mine kmeans"}) {
    const bool bayes = task == "mine bayes";
    const auto all = bayes ? mining::weather() : points();
    const auto parameters = bayes ? Parameters{{"class", "play"}} : Parameters{{"k", "2"}};
    auto learning = job_of(task, 2, "shares", parameters);
    learning.run = "a run of this test";
    const auto parts = columns(all, learning);
    place_job(learning, parts);
    std::vector<std::string> models;
    for (const auto& run : testing_support::run_parts(parts, learning)) {
      models.push_back(run.answer.part);
    }
    auto saved = parts_with_rows(models, all);
    saved.pop_back();
    SCOPED_TRACE(task);
    expect_liars_are_borne(lying_federation(saved, job_of(task + " --saved", 2, "shares", {})),
                           kFew);
  }
}

TEST(ColumnTasksFault, OutliersBearLiars) {
  const Parameters far{{"fraction", "0.5"}, {"distance", "9"}};
  for (const auto& job :
       {job_of("mine outliers", 2, "shares", far), job_of("mine outliers", 3, "shares", far),
        job_of("mine outliers", 3, "replicated", far)}) {
    SCOPED_TRACE(job.protocol);
    expect_liars_are_borne(lying_federation(columns(points(), job), job), kFew);
  }
}

// Each party has a row of its own besides those of all.
std::vector<DataSet> keyed_parts(const Job& job) {
  std::vector<DataSet> out;
  for (const auto& part : columns(mining::weather(), job)) {
    const auto& table = *table_of(part);
    std::vector<std::string> names{"id"};
    for (const auto& column : table.all()) names.push_back(column.name);
    std::vector<std::vector<std::string>> rows;
    for (RowId r = 0; r < table.rows(); ++r) {
      auto& row = rows.emplace_back(1, "key-" + std::to_string(r));
      for (const auto& column : table.all()) row.emplace_back(column.text(r));
    }
    rows.push_back(rows.front());
    rows.back().front() = "only-" + std::to_string(out.size());
    out.emplace_back(make_table(names, rows));
  }
  return out;
}

TEST(ColumnTasksFault, AKeyBearsLiars) {
  for (auto job : {job_of("mine tree", 2, "shares", {{"class", "play"}}),
                   job_of("mine tree", 3, "replicated", {{"class", "play"}})}) {
    SCOPED_TRACE(job.protocol);
    job.key = "id";
    job.run = "a run of this test";
    expect_liars_are_borne(lying_federation(keyed_parts(job), job), kFew);
  }
}

}  // namespace
}  // namespace privet::federation
