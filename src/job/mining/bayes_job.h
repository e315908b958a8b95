// SPDX-License-Identifier: Apache-2.0
// privet mine bayes: learns a naive Bayes classifier and measures it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "job/mining/mining_input.h"
#include "mining/bayes/bayes.h"

namespace privet::job {

struct MineBayesOutcome {
  MinedFrom from = {};
  mining::BayesModel model = {};
  mining::ClassQuality quality = {};
  bool measured = true;  // false: the rows stayed in their database, and quality says nothing
  std::string standard_output = {};  // for --save - and --report -
};

struct MineBayesOptions {
  MiningInput input = {};
  std::string class_name = {};
  mining::BayesSettings settings = {};
  Validation validation = {};
  ModelFiles files = {};
  std::function<std::string(const MineBayesOutcome&)> page = {};  // of files.report
};

[[nodiscard]] std::vector<Parameter> mine_bayes_parameters();
[[nodiscard]] MineBayesOptions mine_bayes_options(const Settings& settings);
[[nodiscard]] MineBayesOutcome run_mine_bayes(const MineBayesOptions& options, const Run& run);

}  // namespace privet::job
