// SPDX-License-Identifier: Apache-2.0
// The active domain of a numeric attribute: its distinct values in order, and the class of each.
// Idea: a value is monochromatic if all its rows with a class have the same one; everything that an
// encoding may or may not do follows from the runs of such values. (Definition 9 of the paper lacks
// a "not": a value is monochromatic if no two of its tuples differ in their label.)
// Reference: Bu, Lakshmanan, Ng, Ramesh, "Preservation of patterns and input-output privacy" (ICDE
// 2007), sections 3.1 and 5.2. Cost: one pass over the rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "data/table.h"
#include "mining/tree/training_rows.h"

namespace privet::custody {

// The label of a value with several classes, or with none.
inline constexpr mining::ClassLabel kMixed =
    mining::ClassLabel(std::numeric_limits<std::uint32_t>::max());
inline constexpr std::uint32_t kNoValue = std::numeric_limits<std::uint32_t>::max();

struct Domain {
  std::vector<double> values;                // ascending, distinct; only those that occur
  std::vector<mining::ClassLabel> labels;    // of each value; kMixed
  std::vector<std::uint32_t> value_of_code;  // kNoValue for missing values and those in no row

  [[nodiscard]] std::size_t size() const { return values.size(); }
};

[[nodiscard]] Domain active_domain(const Column& column,
                                   std::span<const mining::ClassLabel> labels);

// The grid that the values lie on: 10^-decimals, from the longest fraction among their texts.
struct Grid {
  int decimals = 0;
  double step = 1;
  std::uint64_t width = 0;            // points from the least to the greatest value, both counted
  std::uint64_t discontinuities = 0;  // points of the range that do not occur
};
[[nodiscard]] Grid grid_of(const Domain& domain, const Column& column);

// Columns that encode cannot take as they are: whole numbers beyond 2^53, which have no exact
// double, and infinities, which would quietly make the column a text. Throws Error{Input} naming
// the row (from 1) and the column.
void check_numbers(const Column& column);

// Whether a column tells people apart by itself: ten rows or more, each with another text, or with
// another whole number where these are (nearly) consecutive or the column is called an id.
[[nodiscard]] bool is_identifier(const Column& column);

}  // namespace privet::custody
