// SPDX-License-Identifier: Apache-2.0
// privet mine svm: learns a support vector machine and measures it.
#pragma once

#include <string>
#include <vector>

#include "job/mining/mining_input.h"
#include "mining/regression/svm.h"

namespace privet::job {

struct MineSvmOptions {
  MiningInput input = {};
  std::string class_name = {};
  mining::SvmOptions svm = {};
  Validation validation = {};
  ModelFiles files = {};
};

struct MineSvmOutcome {
  MinedFrom from = {};
  mining::SvmModel model = {};
  mining::SvmQuality quality = {};
  mining::Confusion confusion{2};
  std::string standard_output = {};  // for --save -
};

[[nodiscard]] std::vector<Parameter> mine_svm_parameters();
[[nodiscard]] MineSvmOptions mine_svm_options(const Settings& settings);
[[nodiscard]] MineSvmOutcome run_mine_svm(const MineSvmOptions& options, const Run& run);

}  // namespace privet::job
