// SPDX-License-Identifier: Apache-2.0
// Tasks over rows, cells and joined tables, and a release by several sites, with a party that lies
// (tests/support/lying_party.h).
#include <gtest/gtest.h>

#include "federation/task/cell_parts.h"
#include "federation/task/row_parts.h"
#include "mining/tree/tree_test_tables.h"
#include "tests/support/lying_party.h"
#include "tests/support/row_parties.h"

namespace privet::federation {
namespace {

using testing_support::coded;
using testing_support::expect_liars_are_borne;
using testing_support::lying_federation;
using testing_support::rows_job;

Table study() {
  return make_table({"time", "event", "age", "arm", "state"}, {{"1", "1", "60", "a", "ill"},
                                                               {"2", "0", "55", "b", "well"},
                                                               {"3", "1", "71", "a", "ill"},
                                                               {"3", "1", "48", "b", "well"},
                                                               {"5", "0", "66", "a", "well"},
                                                               {"6", "1", "59", "b", "ill"},
                                                               {"8", "1", "63", "a", "well"},
                                                               {"9", "0", "70", "b", "ill"}});
}

const testing_support::Lies kFew{.places = 1, .bytes = 2, .lines = 1};

void expect_rows_bear_liars(const Table& whole, const Job& job) {
  SCOPED_TRACE(job.task + " " + job.protocol);
  expect_liars_are_borne(
      lying_federation(coded(split_rows(whole, job.parties, {}), job), job),
      {.places = 1,
       .bytes = 3,
       .lines = 3,
       .about_data = "cannot be determined|no finite estimate|one class|too large to add"});
}

TEST(RowTasksFault, ATreeBearsLiars) {
  for (const auto trust : {Trust::ByProtocol, Trust::HonestMajority}) {
    expect_rows_bear_liars(mining::weather(), rows_job("mine tree", 3, {{"class", "play"}}, trust));
  }
}

TEST(RowTasksFault, BayesKmeansAndRulesBearLiars) {
  expect_rows_bear_liars(study(), rows_job("mine bayes", 2, {{"class", "state"}}));
  expect_rows_bear_liars(study().select_columns(std::vector<AttributeId>{0, 2}),
                         rows_job("mine kmeans", 2, {{"k", "2"}}));
  expect_rows_bear_liars(mining::weather(), rows_job("mine rules", 3, {{"min-support", "0.3"}}));
}

TEST(RowTasksFault, RegressionsBearLiars) {
  expect_rows_bear_liars(study(), rows_job("mine logistic", 2, {{"class", "state"}}));
  expect_rows_bear_liars(study(), rows_job("mine linear", 2, {{"target", "age"}}));
  expect_rows_bear_liars(study(), rows_job("mine svm", 2, {{"class", "state"}}));
  // By age alone: coefficients of so few rows soon have no finite estimate.
  const auto ages = study().select_columns(std::vector<AttributeId>{0, 1, 2});
  for (const auto trust : {Trust::ByProtocol, Trust::HonestMajority}) {
    expect_rows_bear_liars(ages,
                           rows_job("mine cox", 3, {{"time", "time"}, {"event", "event"}}, trust));
  }
}

TEST(RowTasksFault, ANetOverCellsBearsLiars) {
  const Job job{.task = "mine bayesnet",
                .split = Split::Arbitrary,
                .protocol = "cell-shares",
                .parties = 2,
                .parameters = {{"max-parents", "1"}}};
  expect_liars_are_borne(lying_federation(split_cells(mining::weather(), 3), job), {});
}

TEST(RowTasksFault, AJoinBearsLiars) {
  const std::vector<DataSet> tables{
      make_table({"patient", "ward", "days", "class"}, {{"anna", "w1", "3", "yes"},
                                                        {"anna", "w2", "9", "no"},
                                                        {"bert", "w1", "4", "yes"},
                                                        {"carl", "w2", "2", "no"}}),
      make_table({"patient", "age"}, {{"anna", "70"}, {"bert", "64"}, {"carl", "30"}}),
      make_table({"ward", "nurses"}, {{"w1", "2"}, {"w2", "8"}, {"w3", "1"}})};
  for (const std::string reveal : {"gains", "winner"}) {
    SCOPED_TRACE(reveal);
    const Job job{.task = "mine tree",
                  .split = Split::Join,
                  .protocol = "intersection",
                  .parties = 3,
                  .parameters = {{"tables", "stay,patient,ward"},
                                 {"join", "stay.patient=patient.patient,stay.ward=ward.ward"},
                                 {"class", "stay.class"},
                                 {"reveal", reveal}}};
    expect_liars_are_borne(lying_federation(tables, job), {.places = 1, .bytes = 3, .lines = 3});
  }
}

TEST(RowTasksFault, AReleaseBearsLiars) {
  for (const auto trust : {Trust::ByProtocol, Trust::HonestMajority}) {
    const Job job{.task = "anonymize",
                  .split = Split::Horizontal,
                  .protocol = trust == Trust::HonestMajority ? "replicated" : "shares",
                  .trust = trust,
                  .parties = 3,
                  .parameters = {{"quasi", "age,arm"}, {"k", "2"}}};
    SCOPED_TRACE(job.protocol);
    expect_liars_are_borne(lying_federation(split_data(study(), job.split, 3), job), kFew);
  }
}

}  // namespace
}  // namespace privet::federation
