// SPDX-License-Identifier: Apache-2.0
// Which original values a released cell may stand for, as positions: codes of the column, or leaves
// of its hierarchy. Idea: a cell is a run of neighbouring positions and perhaps some single ones,
// so that sums over what it covers are differences of prefix sums.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hierarchy/bind.h"
#include "recoding/recoding.h"

namespace privet {

struct CoveredPositions {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  bool run = false;                       // the positions from low to high
  std::span<const ValueId> members = {};  // and these, ascending; they live in the value
};

[[nodiscard]] CoveredPositions covered_positions(const GeneralizedValue& value,
                                                 const Column& column,
                                                 const BoundHierarchy* hierarchy);
// How many positions there are.
[[nodiscard]] std::size_t position_count(const Column& column, const BoundHierarchy* hierarchy);
[[nodiscard]] inline std::uint32_t position_of(ValueId value, const BoundHierarchy* hierarchy) {
  return hierarchy != nullptr ? hierarchy->leaf(value) : value;
}

// Sums of a weight over what cells cover.
class PositionSums {
 public:
  // One weight per position.
  explicit PositionSums(std::vector<double> weights);
  [[nodiscard]] double operator()(const CoveredPositions& covered) const;

 private:
  std::vector<double> weights_;
  std::vector<double> sums_;  // [i]: of the positions below i
};

}  // namespace privet
