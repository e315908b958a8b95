// SPDX-License-Identifier: Apache-2.0
// Groups the rows of a table that agree on some columns.
// Idea: open addressing on a hash of the codes; equal hashes are settled by comparing the codes, so
// the groups are exact. Cost: one look-up per row.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/run.h"
#include "data/table.h"

namespace privet {

struct RowGroups {
  std::vector<std::uint32_t> group_of;  // [RowId]; groups are numbered in order of first appearance
  std::vector<std::uint32_t> sizes;     // [group]
};

// No columns: one group of all rows.
[[nodiscard]] RowGroups group_rows(const Table& table, std::span<const AttributeId> columns,
                                   const Run& run);

}  // namespace privet
