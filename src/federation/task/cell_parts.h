// SPDX-License-Identifier: Apache-2.0
// A table of which each cell belongs to one of two parties: how one is divided for a rehearsal, and
// how two files make one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "federation/task/data_set.h"

namespace privet::federation {

// Each cell to one of two parties, by the seed.
[[nodiscard]] std::vector<DataSet> split_cells(const Table& whole, std::uint64_t seed);
// Two tables with the same columns and rows: a cell belongs to the party that has a value in it.
// Throws Error{Input}, naming row and column, for a cell of both or of neither, and for tables that
// do not fit each other.
[[nodiscard]] std::vector<DataSet> cells_of_tables(std::span<const Table> tables);
// The whole. Requires that each cell belongs to one part.
[[nodiscard]] Table join_cells(std::span<const DataSet> parts);

}  // namespace privet::federation
