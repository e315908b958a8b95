// SPDX-License-Identifier: Apache-2.0
// What a perturbation did to a column: how many values changed, and what became of its mean,
// deviation, frequencies and correlations.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "data/table.h"

namespace privet {

struct BeforeAfter {
  double before = 0;
  double after = 0;
};

struct PerturbationEffect {
  std::size_t present = 0;  // values that are not missing
  std::size_t changed = 0;  // of these, those that are another number, date or text now
  // Half the sum of the differences of the values' shares: 0 the same distribution, 1 another one.
  double frequencies = 0;
  // Of numbers only.
  std::optional<BeforeAfter> mean = {};
  std::optional<BeforeAfter> deviation = {};
  // With the column with which it changed most; none without another numeric column.
  std::optional<BeforeAfter> correlation = {};
  std::string correlated_with = {};
};

// `before` and `after` are all columns of the table; `column` says which one is described.
[[nodiscard]] PerturbationEffect measure_effect(std::span<const Column> before,
                                                std::span<const Column> after, AttributeId column);

}  // namespace privet
