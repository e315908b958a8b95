// SPDX-License-Identifier: Apache-2.0
// The levels of a hierarchy over a column, as JSON.
#pragma once

#include "base/json.h"
#include "job/hierarchy/levels_job.h"

namespace privet {

[[nodiscard]] Json levels_json(const job::HierarchyLevels& levels);

}  // namespace privet
