// SPDX-License-Identifier: Apache-2.0
#include "mining/regression/cox_curve.h"

#include <gtest/gtest.h>

#include <cmath>

#include "data/csv/read_csv.h"
#include "tests/support/shared_data.h"

namespace privet::mining {
namespace {

// Without columns the curve is exp of minus the Nelson-Aalen estimate, which is easily done by
// hand.
TEST(CoxCurve, WithoutColumnsIsNelsonAalen) {
  const CoxData data{.names = {},
                     .x = {4, 0, {}},
                     .time = {1, 2, 3, 4},
                     .event = {true, false, true, false},
                     .stratum = {0, 0, 0, 0},
                     .strata = {""}};
  const auto curve = survival_at_means(data, learn_cox(data, {}, privet::Run()));
  ASSERT_EQ(curve.size(), 2U);
  EXPECT_EQ(curve[0].time, 1);
  EXPECT_DOUBLE_EQ(curve[0].survival, std::exp(-0.25));
  EXPECT_DOUBLE_EQ(curve[1].survival, std::exp(-0.75));
  const double error = std::sqrt(1.0 / 16 + 1.0 / 4);
  EXPECT_NEAR(curve[1].low, std::exp(-0.75 - 1.959964 * error), 1e-6);
  EXPECT_EQ(curve[1].high, std::min(1.0, std::exp(-0.75 + 1.959964 * error)));
}

// The curve for the means is the baseline hazard times the risk there.
TEST(CoxCurve, AgreesWithTheBaselineHazard) {
  const CoxData data{.names = {"x"},
                     .x = {8, 1, {1, 3, 2, 5, 4, 7, 3, 6}},
                     .time = {9, 7, 7, 4, 5, 2, 8, 3},
                     .event = {true, true, true, true, false, true, true, false},
                     .stratum = {0, 0, 0, 0, 1, 1, 1, 1},
                     .strata = {"a", "b"}};
  const auto model = learn_cox(data, {}, privet::Run());
  const double risk = std::exp(model.terms[0].coef * 31.0 / 8);
  const auto curve = survival_at_means(data, model);
  ASSERT_EQ(curve.size(), 5U);  // two share their time
  for (const auto& step : curve) {
    EXPECT_LT(step.low, step.survival);
    EXPECT_LE(step.survival, step.high);
    for (const auto& base : model.baseline) {
      if (base.stratum != step.stratum || base.time != step.time) continue;
      EXPECT_NEAR(step.survival, std::exp(-base.hazard * risk), 1e-12);
    }
  }
}

// R's survfit (survival 3.5-3) of coxph(Surv(time, status == 2) ~ age + sex) for the means of both
// columns, with conf.type = "log".
TEST(CoxCurve, EqualsTheBandOfR) {
  PRIVET_NEED_DATA("survival/lung.csv");
  struct Point {
    double time, survival, low, high;
  };
  const std::vector<std::pair<Ties, std::vector<Point>>> reference{
      {Ties::Breslow,
       {{5, 0.995820158292, 0.987675984559, 1},
        {54, 0.941002895162, 0.911393113114, 0.971574654188},
        {186, 0.705312048178, 0.648169914739, 0.767491785709},
        {390, 0.389325819557, 0.324341282352, 0.467330562038},
        {883, 0.057814522483, 0.026442631227, 0.126406445004}}},
      {Ties::Efron,
       {{5, 0.995820708870, 0.987677593859, 1},
        {54, 0.940885194926, 0.911221100600, 0.971514980774},
        {186, 0.704908665153, 0.647710777915, 0.767157569629},
        {390, 0.388707450723, 0.323713551809, 0.466750562043},
        {883, 0.057684959300, 0.026380287526, 0.126137917417}}}};
  const privet::Run run;
  const Table table = read_csv(testing_support::shared_data("survival/lung.csv"), {}, run).table;
  const CoxData data = cox_data(table, {.time = *table.find("time"),
                                        .event = *table.find("status"),
                                        .event_value = "2",
                                        .columns = {*table.find("age"), *table.find("sex")}});
  for (const auto& [ties, points] : reference) {
    CoxOptions options;
    options.ties = ties;
    const auto curve = survival_at_means(data, learn_cox(data, options, run));
    std::size_t compared = 0;
    for (const auto& step : curve) {
      for (const auto& point : points) {
        if (point.time != step.time) continue;
        ++compared;
        EXPECT_NEAR(step.survival, point.survival, 1e-8) << step.time;
        EXPECT_NEAR(step.low, point.low, 1e-8) << step.time;
        EXPECT_NEAR(step.high, point.high, 1e-8) << step.time;
      }
    }
    EXPECT_EQ(compared, points.size());
  }
}

}  // namespace
}  // namespace privet::mining
