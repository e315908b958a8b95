// SPDX-License-Identifier: Apache-2.0
// What one party brings to a support vector machine over columns.
#pragma once

#include <vector>

#include "base/settings.h"
#include "federation/regression/svm_part.h"
#include "federation/task/data_set.h"
#include "mining/tree/training_rows.h"

namespace privet::federation {

struct OwnSvm {
  SvmPart part;                            // the columns only, yet
  mining::Matrix x;                        // of the rows
  std::vector<mining::ClassLabel> labels;  // 0 or 1, at the class site
};

// Throws Error{Input}, or {Infeasible} where there are not exactly two classes.
[[nodiscard]] OwnSvm own_svm(const DataSet& data, const Settings& settings);

}  // namespace privet::federation
