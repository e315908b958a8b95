// SPDX-License-Identifier: Apache-2.0
// privet mine boost: learns boosted trees and measures them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "job/mining/mining_input.h"
#include "mining/tree/boost.h"

namespace privet::job {

struct MineBoostOutcome {
  MinedFrom from = {};
  mining::Boosted boosted = {};
  mining::ClassQuality quality = {};
  std::string standard_output = {};  // for --save - and --report -
};

struct MineBoostOptions {
  MiningInput input = {};
  std::string class_name = {};
  mining::BoostOptions boost = {};
  Validation validation = {};
  ModelFiles files = {};
  std::function<std::string(const MineBoostOutcome&)> page = {};  // of files.report
};

[[nodiscard]] std::vector<Parameter> mine_boost_parameters();
[[nodiscard]] MineBoostOptions mine_boost_options(const Settings& settings);
[[nodiscard]] MineBoostOutcome run_mine_boost(const MineBoostOptions& options, const Run& run);

}  // namespace privet::job
