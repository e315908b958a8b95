// SPDX-License-Identifier: Apache-2.0
// privet mine forest: learns a random forest and measures it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "job/mining/mining_input.h"
#include "mining/tree/forest.h"

namespace privet::job {

struct MineForestOutcome {
  MinedFrom from = {};
  mining::Forest forest = {};
  mining::ClassQuality quality = {};
  std::string standard_output = {};  // for --save - and --report -
};

struct MineForestOptions {
  MiningInput input = {};
  std::string class_name = {};
  mining::ForestOptions forest = {};
  Validation validation = {};
  ModelFiles files = {};
  std::function<std::string(const MineForestOutcome&)> page = {};  // of files.report
};

[[nodiscard]] std::vector<Parameter> mine_forest_parameters();
[[nodiscard]] MineForestOptions mine_forest_options(const Settings& settings);
[[nodiscard]] MineForestOutcome run_mine_forest(const MineForestOptions& options, const Run& run);

}  // namespace privet::job
