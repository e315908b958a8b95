// SPDX-License-Identifier: Apache-2.0
// privet mine survival: survival curves of groups, with bands and the test of their difference.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "job/mining/mining_input.h"
#include "mining/regression/kaplan_meier.h"

namespace privet::job {

struct MineSurvivalOutcome {
  MinedFrom from = {};
  std::vector<std::string> by = {};  // the columns of --by
  std::vector<mining::SurvivalCurve> curves = {};
  std::optional<mining::LogRank> test = {};  // between two groups or more
  double level = 0.95;
  std::string standard_output = {};  // for --report -
};

struct MineSurvivalOptions {
  MiningInput input = {};
  std::string time = {};
  std::string event = {};
  std::optional<std::string> event_value = {};
  std::vector<std::string> by = {};
  mining::SurvivalOptions survival = {};
  ModelFiles files = {};
  std::function<std::string(const MineSurvivalOutcome&)> page = {};  // of files.report
};

[[nodiscard]] std::vector<Parameter> mine_survival_parameters();
[[nodiscard]] MineSurvivalOptions mine_survival_options(const Settings& settings);
[[nodiscard]] MineSurvivalOutcome run_mine_survival(const MineSurvivalOptions& options,
                                                    const Run& run);

}  // namespace privet::job
