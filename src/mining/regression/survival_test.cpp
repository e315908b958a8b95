// SPDX-License-Identifier: Apache-2.0
// Survival curves, the log-rank test and the test of proportional hazards.
#include <gtest/gtest.h>

#include <cmath>

#include "data/csv/read_csv.h"
#include "mining/regression/kaplan_meier.h"
#include "mining/regression/proportional.h"
#include "tests/support/shared_data.h"

namespace privet::mining {
namespace {

CoxData data_of(const std::vector<double>& times, const std::vector<bool>& events) {
  CoxData out;
  out.time = times;
  out.event = events;
  out.stratum.assign(times.size(), 0);
  out.strata = {""};
  out.x.rows = times.size();
  return out;
}

CoxData read(const std::string& file, const std::string& event, const std::string& value,
             const std::vector<std::string>& columns, const std::vector<std::string>& strata) {
  const privet::Run run;
  const Table table = read_csv(testing_support::shared_data(file), {}, run).table;
  CoxColumns wanted{.time = table.require("time", "--time"),
                    .event = table.require(event, "--event"),
                    .event_value = value};
  for (const auto& name : columns) wanted.columns.push_back(table.require(name, "--columns"));
  for (const auto& name : strata) wanted.strata.push_back(table.require(name, "--strata"));
  return cox_data(table, wanted);
}

const KaplanMeierStep& at(const SurvivalCurve& curve, double time) {
  const KaplanMeierStep* found = &curve.steps.front();
  for (const auto& step : curve.steps) {
    if (step.time <= time) found = &step;
  }
  return *found;
}

// Five persons on paper: one leaves at 2 unharmed, so at 3 there are three at risk.
TEST(KaplanMeier, FivePersonsOnPaper) {
  const auto curve =
      survival_curves(data_of({1, 2, 3, 3, 4}, {true, false, true, true, true}), {}).front();
  ASSERT_EQ(curve.steps.size(), 4U);
  EXPECT_DOUBLE_EQ(curve.steps[0].survival, 0.8);
  EXPECT_EQ(curve.steps[1].survival, curve.steps[0].survival);
  EXPECT_EQ(curve.steps[2].at_risk, 3U);
  EXPECT_DOUBLE_EQ(curve.steps[2].survival, 0.8 / 3);
  EXPECT_EQ(curve.steps[3].survival, 0);
  EXPECT_TRUE(std::isnan(curve.steps[3].low));
  // Greenwood: 1/(5*4) + 2/(3*1).
  EXPECT_NEAR(curve.steps[2].error, 0.8 / 3 * std::sqrt(1 / 20.0 + 2 / 3.0), 1e-12);
  EXPECT_EQ(curve.median, 3);
  EXPECT_EQ(curve.events, 4U);
}

TEST(KaplanMeier, AFlatHalfHasItsMedianInTheMiddle) {
  const auto curve = survival_curves(data_of({1, 5}, {true, true}), {}).front();
  EXPECT_EQ(curve.median, 3);
  EXPECT_FALSE(survival_curves(data_of({1, 5}, {false, false}), {}).front().median);
}

// survfit(Surv(time, status == 2) ~ sex, lung) of R 4.2.2, survival 3.5-3.
TEST(KaplanMeierData, LungHasTheBandsOfR) {
  PRIVET_NEED_DATA("survival/lung.csv");
  const CoxData data = read("survival/lung.csv", "status", "2", {}, {"sex"});
  const auto log = survival_curves(data, {});
  ASSERT_EQ(log.size(), 2U);
  ASSERT_EQ(log[0].group, "1");
  EXPECT_EQ(log[0].rows, 138U);
  EXPECT_EQ(log[0].events, 112U);
  EXPECT_NEAR(at(log[0], 300).survival, 0.441088893088618, 1e-12);
  EXPECT_NEAR(at(log[0], 300).error, 0.0439385870130121, 1e-12);
  EXPECT_NEAR(at(log[0], 300).low, 0.362856253858556, 1e-12);
  EXPECT_NEAR(at(log[0], 300).high, 0.536188668480226, 1e-12);
  EXPECT_EQ(log[0].median, 270);
  EXPECT_EQ(log[0].median_low, 212);
  EXPECT_EQ(log[0].median_high, 310);
  EXPECT_EQ(log[1].median, 426);
  EXPECT_EQ(log[1].median_low, 348);
  EXPECT_EQ(log[1].median_high, 550);
  const auto twice = survival_curves(data, {.scale = BandScale::LogLog});
  EXPECT_NEAR(at(twice[0], 300).low, 0.353807895732434, 1e-12);
  EXPECT_NEAR(at(twice[0], 300).high, 0.524763050655619, 1e-12);
  EXPECT_EQ(twice[0].median_low, 210);
  EXPECT_EQ(twice[0].median_high, 306);
  const auto plain = survival_curves(data, {.scale = BandScale::Plain});
  EXPECT_NEAR(at(plain[1], 500).low, 0.288383026035373, 1e-12);
  EXPECT_NEAR(at(plain[1], 500).high, 0.533709244178003, 1e-12);
  EXPECT_NEAR(log_rank(data).statistic, 10.3267419548856, 1e-9);  // survdiff
}

// survdiff(Surv(time, status) ~ celltype, veteran), the same versions.
TEST(LogRankData, FourGroupsOfVeterans) {
  PRIVET_NEED_DATA("survival/veteran.csv");
  const CoxData data = read("survival/veteran.csv", "status", "1", {}, {"celltype"});
  const LogRank test = log_rank(data);
  EXPECT_NEAR(test.statistic, 25.4037003457854, 1e-9);
  EXPECT_EQ(test.freedom, 3);
  double sum = 0;
  for (std::size_t g = 0; g < 4; ++g) sum += test.expected[g];
  EXPECT_NEAR(sum, 128, 1e-9);
  for (std::size_t g = 0; g < 4; ++g) {
    if (data.strata[g] == "squamous") {
      EXPECT_NEAR(test.expected[g], 47.6546776724754, 1e-9);
    }
    if (data.strata[g] == "adeno") {
      EXPECT_NEAR(test.expected[g], 15.6937646143605, 1e-9);
    }
  }
}

void expect_test(const ProportionalTest& found, const char* name, double statistic, double freedom,
                 double p) {
  EXPECT_EQ(found.name, name);
  EXPECT_NEAR(found.statistic / statistic, 1, 1e-5) << name;
  EXPECT_EQ(found.freedom, freedom) << name;
  EXPECT_NEAR(found.p / p, 1, 1e-4) << name;
}

std::vector<ProportionalTest> tested(const CoxData& data, Ties ties) {
  const CoxModel model = learn_cox(data, {.ties = ties, .tolerance = 1e-14}, privet::Run());
  std::vector<double> beta;
  for (const auto& term : model.terms) beta.push_back(term.coef);
  return test_proportional(data, beta, ties);
}

// cox.zph of R's survival 3.5-3, transform "km".
TEST(ProportionalData, LungAndVeteransAreThoseOfR) {
  PRIVET_NEED_DATA("survival/veteran.csv");
  const auto lung =
      tested(read("survival/lung.csv", "status", "2", {"age", "sex", "ph.ecog"}, {}), Ties::Efron);
  ASSERT_EQ(lung.size(), 4U);
  expect_test(lung[0], "age", 0.18798767365229, 1, 0.664596763116371);
  expect_test(lung[1], "sex", 2.30543722740497, 1, 0.128921998810965);
  expect_test(lung[3], "(all)", 4.46365758875861, 3, 0.215554945341796);
  const auto veterans =
      tested(read("survival/veteran.csv", "status", "1", {"trt", "celltype", "karno", "age"}, {}),
             Ties::Efron);
  ASSERT_EQ(veterans.size(), 5U);
  expect_test(veterans[1], "celltype", 14.883722182453978, 3, 1.91876127100730e-03);
  expect_test(veterans[2], "karno", 12.977298736568125, 1, 3.15290520569097e-04);
  expect_test(veterans[4], "(all)", 29.179219055374162, 6, 5.62648101904732e-05);
  const auto breslow =
      tested(read("survival/veteran.csv", "status", "1", {"trt", "celltype", "karno", "age"}, {}),
             Ties::Breslow);
  expect_test(breslow[1], "celltype", 14.691740815299914, 3, 2.09995711928453e-03);
  const auto strata =
      tested(read("survival/veteran.csv", "status", "1", {"trt", "karno", "age"}, {"celltype"}),
             Ties::Efron);
  expect_test(strata[1], "karno", 6.72046454447683672, 1, 0.00953127976874119);
  expect_test(strata[3], "(all)", 12.18403089110674387, 3, 0.00677861476544993);
}

}  // namespace
}  // namespace privet::mining
