// SPDX-License-Identifier: Apache-2.0
// privet mine svm: learns a support vector machine and measures it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "job/mining/mining_input.h"
#include "mining/regression/svm.h"

namespace privet::job {

struct MineSvmOutcome {
  MinedFrom from = {};
  mining::SvmModel model = {};
  mining::ClassQuality quality = {};
  std::string standard_output = {};  // for --save - and --report -
};

struct MineSvmOptions {
  MiningInput input = {};
  std::string class_name = {};
  mining::SvmOptions svm = {};
  Validation validation = {};
  ModelFiles files = {};
  std::function<std::string(const MineSvmOutcome&)> page = {};  // of files.report
};

[[nodiscard]] std::vector<Parameter> mine_svm_parameters();
[[nodiscard]] MineSvmOptions mine_svm_options(const Settings& settings);
[[nodiscard]] MineSvmOutcome run_mine_svm(const MineSvmOptions& options, const Run& run);

}  // namespace privet::job
