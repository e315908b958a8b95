// SPDX-License-Identifier: Apache-2.0
#include "recoding/coverage.h"

#include <numeric>
#include <utility>

#include "base/error.h"

namespace privet {

CoveredPositions covered_positions(const GeneralizedValue& value, const Column& column,
                                   const BoundHierarchy* hierarchy) {
  using Kind = GeneralizedValue::Kind;
  switch (value.kind) {
    case Kind::Value: {
      const std::uint32_t at = position_of(value.low, hierarchy);
      return {at, at, true, {}};
    }
    case Kind::Range:
      return {value.low, value.high, true, value.members};
    case Kind::Set:
      return {0, 0, false, value.members};
    case Kind::Node: {
      PRIVET_CHECK(hierarchy != nullptr);
      const auto [first, last] = hierarchy->hierarchy.interval(value.node);
      return {first, last, true, {}};
    }
    case Kind::Any:
      break;
  }
  return {0, static_cast<std::uint32_t>(position_count(column, hierarchy) - 1), true, {}};
}

std::size_t position_count(const Column& column, const BoundHierarchy* hierarchy) {
  return hierarchy != nullptr ? hierarchy->hierarchy.leaves() : column.dictionary.size();
}

PositionSums::PositionSums(std::vector<double> weights)
    : weights_(std::move(weights)), sums_(weights_.size() + 1) {
  std::partial_sum(weights_.begin(), weights_.end(), sums_.begin() + 1);
}

double PositionSums::operator()(const CoveredPositions& covered) const {
  double sum = covered.run ? sums_[covered.high + std::size_t{1}] - sums_[covered.low] : 0.0;
  for (const ValueId member : covered.members) sum += weights_[member];
  return sum;
}

}  // namespace privet
