// SPDX-License-Identifier: Apache-2.0
// Granularity over all cells together: one minus the share of a column's values that a cell covers,
// beyond the one value that an exact cell covers, as a share of the most that could be covered.
// Columns of many values so count for more. Suppressed records cover everything. This is the figure
// that ARX prints as granularity; Quality::granularity is the mean over columns.
#pragma once

#include "recoding/recoding.h"
#include "recoding/recoding_context.h"

namespace privet {

// 1: every cell is exact; 0: nothing is left.
[[nodiscard]] double pooled_granularity(const Recoding& recoding, const RecodingContext& context);

}  // namespace privet
