// SPDX-License-Identifier: Apache-2.0
// Are hazards proportional? The test of Grambsch and Therneau.
// Idea: let each coefficient also depend on a function g of time and ask, by the score test at the
// fitted model, whether that would help. g is one minus the survival of all rows just before the
// time (R's transform "km"), which outliers in time cannot pull. A column of several 0/1 columns is
// tested as one, with as many degrees of freedom.
// Reference: Grambsch and Therneau, "Proportional hazards tests and diagnostics based on weighted
// residuals" (1994); the score form is that of R's survival since version 3.0. Cost: one pass over
// the risk sets and the cube of twice the columns.
#pragma once

#include <string>
#include <vector>

#include "mining/regression/cox.h"

namespace privet::mining {

struct ProportionalTest {
  std::string name;  // the column; "(all)" for all at once
  double statistic = 0;
  double freedom = 0;
  double p = 1;
};

// One entry for each column, then one for all. Empty if the model has no terms or its information
// is singular. `data` is what the coefficients were fitted to.
[[nodiscard]] std::vector<ProportionalTest> test_proportional(const CoxData& data,
                                                              std::span<const double> beta,
                                                              Ties ties);

}  // namespace privet::mining
