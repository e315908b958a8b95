// SPDX-License-Identifier: Apache-2.0
// Distances as whole numbers, so that their parts can be added wherever the columns are.
// Idea: a column's term |x - y|^p of a distance is rounded to whole multiples of unit^p. The sum of
// the terms is then the same in whatever order and at however many sites they are added, and it has
// a known number of bits. Precision: a sum of m terms is off by at most m / 2 units; it is exact
// where values are whole multiples of the unit and p is whole. So the nearest of two centers is the
// one of exact arithmetic unless the two distances (to the power p) differ by m units or less.
// Reference: the whole distances of Vaidya (Purdue 2004), sections 3.3 and 3.6, are taken modulo a
// number there too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mining/distance/distance.h"
#include "mining/numbers/column_numbers.h"

namespace privet::mining {

struct FixedDistance {
  Metric metric = {};
  double unit = 0.001;
  // The largest distance of two rows within the columns that lie at one place.
  double range = 1000;

  // Throws Error{Usage} unless both are above 0 and the range has at most kMostUnits.
  void check() const;
  // |difference|^p in whole units, rounded to the nearest; and rounded up, so that only 0 is 0.
  [[nodiscard]] std::uint64_t term(double difference) const;
  [[nodiscard]] std::uint64_t term_above(double difference) const;
  // The largest number of units that is not farther than this distance: D and the unit count as the
  // decimals they were written as.
  [[nodiscard]] std::uint64_t limit(double distance) const;
  // Bits of every distance within the range.
  [[nodiscard]] unsigned bits() const;
};

// A double has every whole number up to there, with bits to spare for its rounding.
inline constexpr std::uint64_t kMostUnits = std::uint64_t{1} << 50U;

// Rows of columns that lie at one place, with the span of each column.
class FixedColumns {
 public:
  FixedColumns(Matrix points, const FixedDistance& distance);

  [[nodiscard]] const Matrix& points() const { return points_; }
  [[nodiscard]] const FixedDistance& measure() const { return measure_; }
  // In units. `other` lies within the columns' spans, as rows and their means do; what rounding
  // puts beyond counts as their end.
  [[nodiscard]] std::uint64_t distance(std::size_t row, std::span<const double> other) const;
  // Throws Error{Input} if two rows might be farther apart than the range.
  void check_range(std::span<const std::string> names) const;

 private:
  Matrix points_;
  FixedDistance measure_;
  std::vector<double> spans_;
};

}  // namespace privet::mining
