// SPDX-License-Identifier: Apache-2.0
// The squared distances of a point from several centers at once.
// Idea: four centers side by side, a column at a time. Each sum is added up in the order of the
// columns, as Metric::powered does, so the results are the same to the last bit. Compiled plainly
// and for AVX2, chosen when the program runs.
#pragma once

#include <span>
#include <vector>

#include "mining/numbers/column_numbers.h"

namespace privet::mining {

class SquaredDistances {
 public:
  explicit SquaredDistances(const Matrix& centers);
  // Fills out[c] for every center c; `out` has room for padded() numbers.
  void from(std::span<const double> point, std::span<double> out) const;
  [[nodiscard]] std::size_t padded() const { return blocks_ * kTogether; }

 private:
  static constexpr std::size_t kTogether = 4;
  std::size_t blocks_;
  std::vector<double> cells_;  // [block][column][center of the block]
};

// Replaces each number by its square root.
void take_roots(std::span<double> numbers);

}  // namespace privet::mining
