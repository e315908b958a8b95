// SPDX-License-Identifier: Apache-2.0
// What the tasks of learning a tree have in common, whoever has the rows and the columns.
#pragma once

#include <vector>

#include "federation/task/column_cuts.h"
#include "federation/task/task.h"
#include "mining/tree/tree.h"

namespace privet::federation {

// The class column, the algorithm, --max-depth and --cuts.
[[nodiscard]] std::vector<Parameter> id3_parameters();
[[nodiscard]] mining::TreeOptions id3_options_of(const Settings& settings);
// Of --cuts; empty if there is none.
[[nodiscard]] std::vector<ColumnCuts> cuts_of(const Settings& settings);

}  // namespace privet::federation
