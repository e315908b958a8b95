// SPDX-License-Identifier: Apache-2.0
// The released parts of all sites as one table, for the plain answer to a query.
#pragma once

#include <span>
#include <vector>

#include "data/table.h"

namespace privet::federation {

// All parts; a last column says whose part a record is of.
[[nodiscard]] Table pooled_parts(std::span<const Table> parts);
// The parts again.
[[nodiscard]] std::vector<Table> parts_of(const Table& pooled);

}  // namespace privet::federation
