// SPDX-License-Identifier: Apache-2.0
// A column as ranks, for counting: equal numbers have equal ranks; nominal ranks are branches.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "data/table.h"
#include "mining/tree/tree_oracle.h"

namespace privet::mining {

inline constexpr std::uint32_t kMissingRank = std::numeric_limits<std::uint32_t>::max();

struct ColumnRanks {
  bool numeric = false;
  std::size_t size = 0;
  std::vector<std::uint32_t> rank;  // one per row of the table; kMissingRank
  std::vector<double> values;       // of each rank; numeric only
  // The same ranks in a byte each, `size` for a missing one; of numeric columns of few values.
  std::vector<std::uint8_t> narrow;

  ColumnRanks(const Column& column, const TreeOptions& options);

  // The branch that a row takes at a test of this column.
  [[nodiscard]] std::uint32_t branch(const Split& split, RowId row) const {
    const std::uint32_t at = rank[row];
    if (at == kMissingRank) return split.heaviest;
    if (split.kind == TestKind::Values) return at;
    if (split.kind == TestKind::OneValue) return at == split.value ? 0U : 1U;
    return values[at] <= split.cut ? 0U : 1U;
  }
};

}  // namespace privet::mining
