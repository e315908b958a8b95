// SPDX-License-Identifier: Apache-2.0
// One attribute before and after encoding, as an attack is judged by it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "custody/coding/domain.h"
#include "data/table.h"

namespace privet::custody {

// A risk is a share of rows (people), or of distinct values as in the paper.
enum class Counting { Rows, Values };

struct AttributePair {
  std::string name;                         // in the original
  std::vector<double> encoded;              // the distinct new values, ascending
  std::vector<double> original;             // what each of them was
  std::vector<std::uint32_t> value_of_row;  // kNoValue where missing
  Grid grid;                                // of the original
  double least = 0;                         // of the original
  double greatest = 0;

  [[nodiscard]] std::size_t size() const { return encoded.size(); }
  // What cracking each value counts: its rows, or 1.
  [[nodiscard]] std::vector<std::uint64_t> weights(Counting counting) const;
  // A share of the width of the dynamic range, as a radius in the attribute's own unit.
  [[nodiscard]] double radius(double share) const {
    return share * static_cast<double>(grid.width) * grid.step;
  }
};

// Both columns must be numeric and of equal length. Throws Error{Input} naming the first row where
// the second is not a one-to-one encoding of the first.
[[nodiscard]] AttributePair pair_columns(const Column& original, const Column& encoded);

}  // namespace privet::custody
