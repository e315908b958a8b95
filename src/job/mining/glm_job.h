// SPDX-License-Identifier: Apache-2.0
// privet mine logistic and mine linear: fit a regression and measure it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "job/mining/mining_input.h"
#include "mining/regression/glm.h"

namespace privet::job {

struct MineGlmOutcome {
  MinedFrom from = {};
  mining::GlmModel model = {};
  mining::ClassQuality classes = {};   // logistic
  mining::NumberQuality numbers = {};  // linear
  std::string standard_output = {};    // for --save - and --report -
};

struct MineGlmOptions {
  MiningInput input = {};
  mining::GlmFamily family = mining::GlmFamily::Logistic;
  std::string response = {};  // the column of --class or --target
  std::string positive = {};  // logistic: the class to model; empty: the second of two
  std::vector<std::string> factors = {};
  mining::GlmOptions glm = {};
  Validation validation = {};
  ModelFiles files = {};
  std::function<std::string(const MineGlmOutcome&)> page = {};  // of files.report
};

[[nodiscard]] std::vector<Parameter> mine_logistic_parameters();
[[nodiscard]] std::vector<Parameter> mine_linear_parameters();
[[nodiscard]] MineGlmOptions mine_logistic_options(const Settings& settings);
[[nodiscard]] MineGlmOptions mine_linear_options(const Settings& settings);
[[nodiscard]] MineGlmOutcome run_mine_glm(const MineGlmOptions& options, const Run& run);

}  // namespace privet::job
