// SPDX-License-Identifier: Apache-2.0
// Which groups of records may be the same where missing values match anything.
// Idea: two groups match if on every column they agree or one of them misses the value; groups are
// divided by where they miss values, and for every two such patterns those match that agree on the
// columns both have. Cost: the groups times the patterns, and the pairs found.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/run.h"
#include "data/group_rows.h"

namespace privet {

// [group] the other groups that match it; empty if nothing is missing.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> matching_groups(
    const Table& table, std::span<const AttributeId> columns, const RowGroups& groups,
    const Run& run);

}  // namespace privet
