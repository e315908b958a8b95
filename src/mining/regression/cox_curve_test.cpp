// SPDX-License-Identifier: Apache-2.0
#include "mining/regression/cox_curve.h"

#include <gtest/gtest.h>

#include <cmath>

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

}  // namespace
}  // namespace privet::mining
