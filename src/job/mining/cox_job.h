// SPDX-License-Identifier: Apache-2.0
// privet mine cox: fits Cox's proportional hazards model to survival times.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "job/mining/mining_input.h"
#include "mining/regression/cox_curve.h"
#include "mining/regression/proportional.h"

namespace privet::job {

struct MineCoxOutcome {
  MinedFrom from = {};
  mining::CoxModel model = {};
  std::vector<mining::SurvivalStep> curve = {};             // at the means of the columns
  std::vector<mining::Factor> factors = {};                 // columns that are 0/1 terms
  std::vector<mining::ProportionalTest> proportional = {};  // empty: could not be tested
  std::string standard_output = {};                         // for --save - and --report -
};

struct MineCoxOptions {
  MiningInput input = {};
  std::string time = {};
  std::string event = {};
  std::optional<std::string> event_value = {};
  std::vector<std::string> strata = {};
  std::vector<std::string> factors = {};
  mining::CoxOptions cox = {};
  ModelFiles files = {};
  std::function<std::string(const MineCoxOutcome&)> page = {};  // of files.report
};

// The columns of time and event, for whatever is about survival.
[[nodiscard]] std::vector<Parameter> survival_parameters();
[[nodiscard]] std::vector<Parameter> mine_cox_parameters();
[[nodiscard]] MineCoxOptions mine_cox_options(const Settings& settings);
[[nodiscard]] MineCoxOutcome run_mine_cox(const MineCoxOptions& options, const Run& run);

}  // namespace privet::job
