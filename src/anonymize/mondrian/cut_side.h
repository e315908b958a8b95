// SPDX-License-Identifier: Apache-2.0
// Which side of a cut a record goes to, and how mixed a side is: for the plain oracle's inner
// loops.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "anonymize/mondrian/partition_oracle.h"

namespace privet {

// Decides for one record after the other.
template <class Position>
class CutSide {
 public:
  explicit CutSide(const Cut& cut)
      : attribute_(cut.attribute),
        position_(static_cast<Position>(cut.position)),
        end_(static_cast<Position>(cut.end)),
        ties_(cut.ties_left) {}

  // `values`: the record's positions, attribute by attribute.
  bool left(const Position* values) {
    const Position value = values[attribute_];
    if (end_ != 0) return value >= position_ && value < end_;
    if (value != position_) return value < position_;
    if (ties_ == 0) return false;
    --ties_;
    return true;
  }

 private:
  std::size_t attribute_;
  Position position_;
  Position end_;
  std::size_t ties_;
};

// Entropy in nats, times the number of records.
inline double scaled_entropy(std::span<const std::uint32_t> counts, std::size_t size) {
  double sum = 0;
  for (const std::uint32_t count : counts) {
    if (count > 0) sum -= count * std::log(static_cast<double>(count) / static_cast<double>(size));
  }
  return sum;
}

}  // namespace privet
