// SPDX-License-Identifier: Apache-2.0
// Top and bottom coding, and rounding, of numbers: what the guard can check to the digit.
#pragma once

#include <cstddef>
#include <optional>

#include "data/table.h"

namespace privet {

// Values below `bottom` are shown as it, values above `top` as that; the others keep their text.
// Requires a numeric column and bottom < top where both are given.
[[nodiscard]] Column code_ends(const Column& column, std::optional<double> bottom,
                               std::optional<double> top);
// The nearest multiple of the base, halves away from 0, written with `decimals`. Requires a numeric
// column, base > 0.
[[nodiscard]] Column round_values(const Column& column, double base, std::size_t decimals);

}  // namespace privet
