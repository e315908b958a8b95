// SPDX-License-Identifier: Apache-2.0
#include "risk/reidentification.h"

#include <gtest/gtest.h>

#include <vector>

namespace privet {
namespace {

TEST(ReidentificationRisk, FollowsTheClassSizes) {
  const std::vector<std::uint32_t> sizes{1, 1, 2, 6};
  const auto risk = measure_risk(sizes, 0.2);
  EXPECT_EQ(risk.records, 10U);
  EXPECT_EQ(risk.unique_records, 2U);
  EXPECT_EQ(risk.smallest_class, 1U);
  EXPECT_EQ(risk.largest_class, 6U);
  EXPECT_DOUBLE_EQ(risk.highest, 1.0);
  // 1, 1, 1/2 twice, 1/6 six times: 4 in all.
  EXPECT_DOUBLE_EQ(risk.average, 0.4);
  EXPECT_DOUBLE_EQ(risk.fraction_at_risk, 0.4);
}

TEST(ReidentificationRisk, AThresholdReachedIsNotExceeded) {
  const std::vector<std::uint32_t> sizes{5, 5};
  EXPECT_DOUBLE_EQ(measure_risk(sizes, 0.2).fraction_at_risk, 0.0);
  EXPECT_DOUBLE_EQ(measure_risk({}, 0.2).average, 0.0);
}

}  // namespace
}  // namespace privet
