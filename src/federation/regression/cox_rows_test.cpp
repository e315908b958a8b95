// SPDX-License-Identifier: Apache-2.0
// Cox's regression over rows at several parties: the reference fit, the forecast, and the errors.
#include "federation/regression/cox_rows.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "base/json.h"
#include "base/sampling.h"
#include "federation/regression/cox_shares.h"
#include "tests/support/reference_cox.h"
#include "tests/support/row_parties.h"

namespace privet::federation {
namespace {

using testing_support::expect_plain_over_rows;
using testing_support::Line;
using testing_support::rows_job;

// Times with ties and censoring, that depend on two numbers and a category.
Table random_study(std::size_t rows, std::uint64_t seed) {
  Sampler sampler(seed);
  std::vector<std::vector<std::string>> cells;
  for (std::size_t r = 0; r < rows; ++r) {
    const double age = 60 + 9 * sampler.normal();
    const double dose = 1000 * sampler.unit();
    const std::size_t arm = sampler.below(3);
    const double risk = 0.05 * (age - 60) - 0.001 * dose + 0.4 * static_cast<double>(arm);
    const double time = std::ceil(-20 * std::log(1 - sampler.unit()) / std::exp(risk));
    cells.push_back({std::to_string(time), sampler.below(4) > 0 ? "1" : "0", std::to_string(age),
                     std::to_string(dose), std::vector<std::string>{"a", "b", "c"}[arm]});
  }
  return make_table({"time", "status", "age", "dose", "arm"}, cells);
}

Job cox_job(std::size_t parties, Trust trust = Trust::ByProtocol) {
  return rows_job("mine cox", parties, {{"time", "time"}, {"event", "status"}}, trust);
}
Job with(Job job, const std::string& name, std::string value) {
  job.parameters.emplace_back(name, std::move(value));
  return job;
}

TEST(CoxRows, TheFitOfTwoToFivePartiesIsThePooledOne) {
  for (std::size_t parties = 2; parties <= 5; ++parties) {
    SCOPED_TRACE(parties);
    const auto table = random_study(30 + 10 * parties, parties);
    const auto line = parties == 2 ? Line::Tls : Line::Memory;
    const RowDivision division{.deal = Deal::Random, .seed = parties};
    (void)expect_plain_over_rows(table, cox_job(parties), division, line);
    (void)expect_plain_over_rows(table, with(cox_job(parties), "intervals", "5,10,20,40"), division,
                                 line);
  }
  const auto table = random_study(120, 7);
  const RowDivision uneven{.fractions = {0.6, 0.3, 0.1}};
  const auto three = cox_job(3, Trust::HonestMajority);
  (void)expect_plain_over_rows(table, three, uneven);
  (void)expect_plain_over_rows(table, with(three, "ties", "breslow"), uneven);
  (void)expect_plain_over_rows(table, with(three, "intervals", "8,16"), uneven);
}

// Strata whose rows lie at several parties, of text and of numbers; one of them at one party only.
TEST(CoxRows, StrataSpanParties) {
  auto table = random_study(90, 8);
  std::vector<std::vector<std::string>> cells;
  for (RowId r = 0; r < table.rows(); ++r) {
    auto& row = cells.emplace_back();
    for (const auto& column : table.all()) row.emplace_back(column.text(r));
    row.emplace_back(r % 4 == 0 ? "a" : r == 5 ? "c" : "b");
    row.emplace_back(r % 5 < 2 ? "1" : "2");
  }
  std::vector<std::string> names;
  for (const auto& column : table.all()) names.push_back(column.name);
  names.insert(names.end(), {"ward", "level"});
  table = make_table(names, cells);
  const auto pooled = expect_plain_over_rows(table, cox_job(2), {});
  const auto runs = expect_plain_over_rows(table, with(cox_job(2), "strata", "ward,level"), {});
  EXPECT_NE(Json::parse(runs[0].answer.json).at("loglik"),
            Json::parse(pooled[0].answer.json).at("loglik"));
  const auto three = with(cox_job(3, Trust::HonestMajority), "strata", "ward");
  (void)expect_plain_over_rows(table, three, {.fractions = {0.6, 0.3, 0.1}});
  (void)expect_plain_over_rows(table, with(three, "intervals", "8,16"), {});
  auto kernel = with(with(cox_job(2), "strata", "ward"), "kernel-rows", "2");
  kernel.protocol = "random-kernel";
  kernel.allow_weak = true;
  (void)expect_plain_over_rows(table, kernel, {});
}

// Over three sites: everything that parties compute is R's coxph to 1e-6.
void expect_reference(const testing_support::ReferenceCox& model, const Table& fits, Trust trust,
                      Line line) {
  SCOPED_TRACE(model.name);
  auto job = with(rows_job("mine cox", 3, {{"time", "time"}, {"event", "event"}}, trust),
                  "event-value", model.event_value);
  job.parameters.emplace_back("ties", model.ties);
  if (model.stratified) job.parameters.emplace_back("strata", "stratum");
  const auto runs = expect_plain_over_rows(
      model.table, job, {.fractions = {0.5, 0.3, 0.2}, .deal = Deal::Random}, line);
  const auto found = Json::parse(runs[2].answer.json);
  const auto expect_close = [&](double ours, const std::string& column, RowId row) {
    const double theirs = *parse_number(testing_support::reference_text(fits, column, row));
    EXPECT_NEAR(ours, theirs, 1e-6 * std::max(1.0, std::abs(theirs))) << column;
  };
  ASSERT_EQ(found.at("coefficients").size(), model.terms.size());
  for (std::size_t t = 0; t < model.terms.size(); ++t) {
    const auto& one = found.at("coefficients")[t];
    for (const std::string key : {"coef", "se", "z", "p"}) {
      expect_close(one.at(key).get<double>(), key, model.rows[t]);
    }
  }
  const auto row = model.rows.front();
  expect_close(found.at("rows").get<double>(), "n", row);
  expect_close(found.at("events").get<double>(), "nevent", row);
  expect_close(found.at("loglik_null").get<double>(), "loglik_null", row);
  expect_close(found.at("loglik").get<double>(), "loglik_model", row);
  expect_close(found.at("score").get<double>(), "score", row);
  expect_close(found.at("wald").get<double>(), "wald", row);
}

TEST(CoxRows, EveryReferenceFitOverThreeSites) {
  PRIVET_NEED_DATA("survival/reference_coxph_coef.csv");
  const privet::Run run;
  const auto fits = testing_support::reference_cox_fits(run);
  const auto models = testing_support::reference_cox_models(fits, run);
  EXPECT_EQ(models.size(), 18U);
  for (const auto& model : models) {
    expect_reference(model, fits, Trust::HonestMajority, Line::Memory);
  }
}

// The default protocol, over TLS.
TEST(CoxRows, LungIsTheReferenceFit) {
  PRIVET_NEED_DATA("survival/reference_coxph_coef.csv");
  const privet::Run run;
  const auto fits = testing_support::reference_cox_fits(run);
  std::size_t fitted = 0;
  for (const auto& model : testing_support::reference_cox_models(fits, run)) {
    if (!model.name.starts_with("lung_") || model.ties != "efron") continue;
    expect_reference(model, fits, Trust::ByProtocol, Line::Tls);
    ++fitted;
  }
  EXPECT_EQ(fitted, 3U);
}

TEST(CoxRows, OpensWhatTheForecastSays) {
  const auto table = random_study(40, 3);
  testing_support::expect_forecast_needed(table, cox_job(2), {});
  testing_support::expect_forecast_needed(table, with(cox_job(3), "intervals", "10,20"), {});
  const auto runs = expect_plain_over_rows(table, cox_job(2), {});
  std::uint64_t steps = 0;
  for (const auto& entry : runs[0].ledger.entries()) {
    // No sum of a risk set is opened.
    EXPECT_EQ(entry.label.find("at risk"), std::string::npos);
    if (entry.recipient.index() == 0 && entry.label.starts_with("value, gradient")) {
      steps = entry.count;
    }
  }
  constexpr std::uint64_t kEach = 1 + 4 + 10;
  EXPECT_EQ(steps % kEach, 0U);
  EXPECT_LE(steps / kEach, 8U);
}

// The times of events are disclosed, and nothing else of a row.
TEST(CoxRows, NoRowCrosses) {
  testing_support::expect_no_cell_crosses(random_study(40, 4), cox_job(3, Trust::HonestMajority),
                                          {}, "time");
}

// Rounds do not grow with the rows, but with the steps.
TEST(CoxRows, RoundsDoNotGrowWithTheRows) {
  const auto rounds = [](std::size_t rows) {
    const auto run = expect_plain_over_rows(random_study(rows, 5), cox_job(2), {});
    std::uint64_t steps = 0;
    for (const auto& entry : run[0].ledger.entries()) {
      if (entry.recipient.index() == 0 && entry.label.starts_with("value, gradient")) {
        steps = entry.count / 15;
      }
    }
    return run[0].rounds / steps;
  };
  const auto few = rounds(30);
  EXPECT_LE(few, 220U);
  EXPECT_LE(rounds(90), few + few / 4);
}

// A column that decides who dies has no finite coefficient: said, not computed with.
TEST(CoxRows, ACoefficientWithoutBoundIsReported) {
  std::vector<std::vector<std::string>> cells;
  for (int i = 1; i <= 40; ++i) {
    cells.push_back({std::to_string(i), i <= 20 ? "1" : "0", i <= 20 ? "yes" : "no"});
  }
  const auto table = make_table({"time", "status", "treated"}, cells);
  try {
    const auto runs = expect_plain_over_rows(table, cox_job(2), {});
    EXPECT_EQ(Json::parse(runs[0].answer.json).at("unbounded").size(), 1U);
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("no finite estimate"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace privet::federation
