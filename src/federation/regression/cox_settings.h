// SPDX-License-Identifier: Apache-2.0
// What the settings of a Cox model over parties' rows say, and a party's rows as they ask for them.
#pragma once

#include <vector>

#include "base/settings.h"
#include "federation/task/data_set.h"
#include "mining/regression/cox.h"

namespace privet::federation {

[[nodiscard]] std::vector<Parameter> cox_parameters();
// The ascending times of --intervals; empty if not given. Throws Error{Usage} for other texts.
[[nodiscard]] std::vector<double> cox_intervals(const Settings& settings);
[[nodiscard]] mining::CoxOptions cox_options(const Settings& settings);
// The columns by name, times by interval where these are given, and strata by the numbers that all
// parties give them. Throws Error{Usage} for columns that are not there.
[[nodiscard]] mining::CoxData cox_data_of(const DataSet& part, const Settings& settings,
                                          mining::Census& census);

}  // namespace privet::federation
