// SPDX-License-Identifier: Apache-2.0
// A sample of pairs of rows, and which columns separate each.
// Idea: one bitmap per column, one bit per pair; what a set separates is the union of its bitmaps.
// Cost: pairs * columns bits; a count is one pass over a bitmap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/run.h"
#include "quasi/codes.h"
#include "quasi/sample/draw.h"

namespace privet::quasi {

class PairSample {
 public:
  PairSample(const Codes& codes, std::span<const RowPair> pairs, const Run& run);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t columns() const { return separated_.size(); }
  // Bit i of the bitmap: the column separates pair i.
  [[nodiscard]] std::span<const std::uint64_t> separated(std::size_t column) const {
    return separated_[column];
  }
  // How many pairs the columns separate together.
  [[nodiscard]] std::uint64_t count(std::span<const std::size_t> columns) const;

 private:
  std::size_t size_;
  std::vector<std::vector<std::uint64_t>> separated_;
};

}  // namespace privet::quasi
