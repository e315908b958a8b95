// SPDX-License-Identifier: Apache-2.0
// Which cells of two releases can be about the same value, and which cover which values.
// Idea: two closed ranges overlap if and only if one contains an end of the other. So all ends,
// members of sets and plain values of both columns, and the leaves of the hierarchy, are values
// enough to try.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "data/table.h"
#include "hierarchy/hierarchy.h"

namespace privet {

// What the cells of one column cover.
struct CellCover {
  std::size_t values = 0;
  std::vector<bool> covers = {};  // [cell * values + value]
  bool unclear = false;           // some cells are not understood, and are taken to cover all
};

// The ends of ranges, members of sets and plain values that a cell shows; none for "*".
[[nodiscard]] std::vector<std::string> cell_values(std::string_view cell);

// Cells of `released` as ranges, sets, values and, with a hierarchy, its labels, over the values of
// `original`.
[[nodiscard]] CellCover cover_values(const Column& released, const Column& original,
                                     const Hierarchy* hierarchy, bool missing_matches);

// `covers[cell of one * cells of other + cell of other]`: whether the two can be about one value.
[[nodiscard]] CellCover overlap_cells(const Column& one, const Column& other,
                                      const Hierarchy* hierarchy, bool missing_matches,
                                      const Run& run);

}  // namespace privet
