// SPDX-License-Identifier: Apache-2.0
// What the rows of a table at a node hold of one column, in joined rows by class.
#pragma once

#include "mining/join/join_part.h"

namespace privet::mining {

// The attribute-value-class set of a column at a node. Between cuts that are as good as each other
// the order of the table's own rows decides (mining/tree/split_choice.h).
[[nodiscard]] BasicColumnCounts<WideCount> column_counts(const ColumnRanks& column,
                                                         const PartNode& node);

}  // namespace privet::mining
