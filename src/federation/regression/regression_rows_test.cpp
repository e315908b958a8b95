// SPDX-License-Identifier: Apache-2.0
// Regressions over rows at several parties: the plain fit, the forecast, and nothing else.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "base/json.h"
#include "base/sampling.h"
#include "tests/support/row_parties.h"

namespace privet::federation {
namespace {

using testing_support::expect_plain_over_rows;
using testing_support::Line;
using testing_support::RowRuns;
using testing_support::rows_job;

// Rows with numbers, categories, a class that they make likely and a number that they make up;
// some values missing.
Table random_people(std::size_t rows, std::uint64_t seed) {
  Sampler sampler(seed);
  std::vector<std::vector<std::string>> cells;
  for (std::size_t r = 0; r < rows; ++r) {
    const double age = 40 + 12 * sampler.normal();
    const double income = 1e6 * (3 + sampler.normal());
    const std::size_t city = sampler.below(3);
    const double score = (age - 40) / 12 + static_cast<double>(city) - 1 + sampler.normal();
    cells.push_back({std::to_string(age), sampler.below(20) == 0 ? "?" : std::to_string(income),
                     std::vector<std::string>{"bonn", "kiel", "ulm"}[city],
                     score > 0 ? "ill" : "well", std::to_string(3 * score + 100)});
  }
  return make_table({"age", "income", "city", "state", "cost"}, cells);
}

Job logistic_job(std::size_t parties, Trust trust = Trust::ByProtocol) {
  return rows_job("mine logistic", parties, {{"class", "state"}}, trust);
}
Job linear_job(std::size_t parties, Trust trust = Trust::ByProtocol) {
  return rows_job("mine linear", parties, {{"target", "cost"}}, trust);
}
Job svm_job(std::size_t parties, Trust trust = Trust::ByProtocol) {
  return rows_job("mine svm", parties, {{"class", "state"}}, trust);
}

TEST(RegressionRows, TheFitOfTwoToFivePartiesIsThePooledOne) {
  for (std::size_t parties = 2; parties <= 5; ++parties) {
    const auto table = random_people(60 + 40 * parties, parties);
    const auto line = parties == 2 ? Line::Tls : Line::Memory;
    const RowDivision division{.deal = Deal::Random, .seed = parties};
    for (const auto& job : {logistic_job(parties), linear_job(parties), svm_job(parties)}) {
      SCOPED_TRACE(job.task + " of " + std::to_string(parties));
      (void)expect_plain_over_rows(table, job, division, line);
    }
  }
  for (const auto& job :
       {logistic_job(3, Trust::HonestMajority), linear_job(3, Trust::HonestMajority),
        svm_job(3, Trust::HonestMajority)}) {
    (void)expect_plain_over_rows(random_people(150, 9), job, {.fractions = {0.6, 0.3, 0.1}});
  }
}

// Every step opens one value, the gradient and half of the Hessian, and takes two rounds.
TEST(RegressionRows, StepsOpenWhatTheForecastSays) {
  const auto few = expect_plain_over_rows(random_people(100, 1), linear_job(2), {});
  const auto entry_of = [](const RowRuns& runs, std::string_view label) {
    for (const auto& entry : runs.front().ledger.entries()) {
      if (entry.label.find(label) != std::string::npos && entry.recipient.index() == 0)
        return entry;
    }
    return protocol::LedgerEntry{};
  };
  const auto steps = entry_of(few, "gradient and Hessian");
  constexpr std::size_t kTerms = 6;  // intercept, age, income, two cities, ill or well
  const std::size_t each = 1 + kTerms + kTerms * (kTerms + 1) / 2;
  EXPECT_EQ(steps.count % each, 0U);
  EXPECT_LE(steps.count / each, 4U);
  EXPECT_EQ(entry_of(few, "category").count, 5U);
  EXPECT_EQ(entry_of(few, "means").count, 2U * kTerms + 1);
  // Rounds do not grow with the rows.
  const auto many = expect_plain_over_rows(random_people(1000, 1), linear_job(2), {});
  EXPECT_LE(many[0].rounds, few[0].rounds + 4);
  EXPECT_LE(few[0].rounds, 30U);
}

TEST(RegressionRows, WhatIsNotForecastIsRefused) {
  for (const auto& job : {logistic_job(2), linear_job(3), svm_job(2)}) {
    testing_support::expect_forecast_needed(random_people(40, 3), job, {});
  }
}

// Neither a number nor a text of a row crosses in clear.
TEST(RegressionRows, NoRowCrosses) {
  const auto table = random_people(60, 4);
  for (const auto& job : {logistic_job(3), linear_job(2), svm_job(3)}) {
    testing_support::expect_no_cell_crosses(table, job, {});
  }
}

// One class at a site, and a category that a site lacks, are fine.
TEST(RegressionRows, ASiteMayHaveOneClassOnly) {
  const auto table = random_people(80, 5);
  std::vector<std::vector<RowId>> rows(2);
  for (RowId row = 0; row < table.rows(); ++row) {
    rows[table.column(3).text(row) == "ill" ? 0 : 1].push_back(row);
  }
  const std::vector<DataSet> parts{table.select_rows(rows[0]), table.select_rows(rows[1])};
  for (const auto& job : {logistic_job(2), svm_job(2)}) {
    (void)testing_support::expect_plain_over_parts(parts, job);
  }
}

// Separable classes: a machine has a margin; logistic regression says that it has no fit.
TEST(RegressionRows, SeparableClassesAreReported) {
  std::vector<std::vector<std::string>> cells;
  for (int i = 0; i < 40; ++i) {
    cells.push_back({std::to_string(i), std::to_string(i * i % 7), i < 20 ? "no" : "yes"});
  }
  const auto table = make_table({"x", "y", "state"}, cells);
  (void)expect_plain_over_rows(table, svm_job(3), {});
  const auto parts = with_codebook(split_rows(table, 2, {}), {}, Codebook::Same);
  const auto runs = testing_support::run_parts(parts, logistic_job(2));
  EXPECT_FALSE(Json::parse(runs[0].answer.json).at("model").at("unbounded").empty());
}

}  // namespace
}  // namespace privet::federation
