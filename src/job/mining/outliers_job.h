// SPDX-License-Identifier: Apache-2.0
// privet mine outliers: finds the rows that are far from most others.
#pragma once

#include <optional>
#include <vector>

#include "job/mining/mining_input.h"
#include "mining/distance/outliers.h"

namespace privet::job {

struct MineOutliersOptions {
  MiningInput input = {};
  mining::OutlierOptions outliers = {};
  bool distance_given = true;  // otherwise the suggested one is used
};

struct MineOutliersOutcome {
  MinedFrom from = {};
  std::vector<std::size_t> rows = {};  // the outliers, ascending, counted from 1
  double distance = 0;                 // that counted as far
  bool suggested = false;              // it was not given
  // With it about one row in a hundred is an outlier; only where the distance was not given, or
  // found none or more than half of the rows.
  std::optional<double> suggestion = {};
};

[[nodiscard]] std::vector<Parameter> mine_outliers_parameters();
[[nodiscard]] MineOutliersOptions mine_outliers_options(const Settings& settings);
[[nodiscard]] MineOutliersOutcome run_mine_outliers(const MineOutliersOptions& options,
                                                    const Run& run);

}  // namespace privet::job
