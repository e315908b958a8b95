// SPDX-License-Identifier: Apache-2.0
// Ranges over a numeric column: of equal width, of equal frequency, or between given cuts.
// Labels: [20-29] for whole numbers, ends included ([-5..3] where an end is negative; a range of
// one number is that number); [20..30) for other numbers, the upper end excluded; <20 and >=65
// outside the cuts. Whole numbers means that all values and all ends are whole. Reference:
// docs/format/hierarchy.md. Cost: O(levels) a distinct value.
#pragma once

#include <cstddef>
#include <vector>

#include "data/table.h"
#include "hierarchy/hierarchy.h"

namespace privet {

// Either one width, each level `factor` times as wide as the one below, or a width for each level,
// each a multiple of the one before. Ranges start at `origin` plus multiples of the width.
struct EqualWidths {
  std::vector<double> widths;
  std::size_t factor = 2;
  double origin = 0;
  std::size_t levels = 0;  // 0: as many as have more than one range
};

// `groups` ranges with about equally many rows; each level above has `factor` times fewer.
struct Quantiles {
  std::size_t groups = 4;
  std::size_t factor = 2;
};

// For each level, finest first, where ranges begin; each level's cuts are among those of the one
// before.
struct Cuts {
  std::vector<std::vector<double>> levels;
};

// Throw Error{Input} for a column that is not numeric and Error{Usage} for options that make no
// nested ranges, naming the width or cut.
[[nodiscard]] Hierarchy build_intervals(const Column& column, const EqualWidths& options);
[[nodiscard]] Hierarchy build_intervals(const Column& column, const Quantiles& options);
[[nodiscard]] Hierarchy build_intervals(const Column& column, const Cuts& options);

}  // namespace privet
