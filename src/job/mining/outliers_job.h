// SPDX-License-Identifier: Apache-2.0
// privet mine outliers: finds the rows that are far from most others.
#pragma once

#include <vector>

#include "job/mining/mining_input.h"
#include "mining/distance/outliers.h"

namespace privet::job {

struct MineOutliersOptions {
  MiningInput input = {};
  mining::OutlierOptions outliers = {};
};

struct MineOutliersOutcome {
  MinedFrom from = {};
  std::vector<RowId> rows = {};  // the outliers, ascending, from 0
};

[[nodiscard]] std::vector<Parameter> mine_outliers_parameters();
[[nodiscard]] MineOutliersOptions mine_outliers_options(const Settings& settings);
[[nodiscard]] MineOutliersOutcome run_mine_outliers(const MineOutliersOptions& options,
                                                    const Run& run);

}  // namespace privet::job
