// SPDX-License-Identifier: Apache-2.0
// The structure of a Bayesian network (K2) over a table of which each cell belongs to one of two
// parties; federation/cells/cell_families.h says how. Only the structure is learned, no score and
// no count.
#pragma once

#include "federation/task/task.h"

namespace privet::federation {

[[nodiscard]] Task bayesnet_cells_task();

}  // namespace privet::federation
