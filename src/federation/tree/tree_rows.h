// SPDX-License-Identifier: Apache-2.0
// A decision tree (ID3) over rows that lie at several parties; federation/tree/row_tree.h says how,
// and what it discloses. Besides, all parties learn how many rows with a class there are together,
// and of a column with --cuts in how many of these its value is missing.
#pragma once

#include "federation/task/task.h"

namespace privet::federation {

[[nodiscard]] Task tree_rows_task();

// A forest of such trees: each is grown on all rows and some of the columns, drawn from a seed that
// all parties know, so that nothing is disclosed but the trees. Reference: Ho, "The random subspace
// method for constructing decision forests" (1998). Rows are not drawn, as those of `mine forest`
// are: the forest is the same whoever has which rows.
[[nodiscard]] Task forest_rows_task();

}  // namespace privet::federation
