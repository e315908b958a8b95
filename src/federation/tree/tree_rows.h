// SPDX-License-Identifier: Apache-2.0
// A decision tree (ID3) over rows that lie at several parties; federation/tree/row_tree.h says how,
// and what it discloses. Besides, all parties learn how many rows with a class there are together,
// and of a column with --cuts in how many of these its value is missing.
#pragma once

#include "federation/task/task.h"

namespace privet::federation {

[[nodiscard]] Task tree_rows_task();

}  // namespace privet::federation
