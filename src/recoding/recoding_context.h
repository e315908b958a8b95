// SPDX-License-Identifier: Apache-2.0
// What readers of a recoding need beside it: the original columns and their hierarchies.
#pragma once

#include <vector>

#include "data/table.h"
#include "hierarchy/bind.h"

namespace privet {

struct RecodingContext {
  const Table& table;
  std::vector<const BoundHierarchy*> hierarchies;  // in the recoding's order; null: none
};

}  // namespace privet
