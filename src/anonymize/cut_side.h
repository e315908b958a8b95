// SPDX-License-Identifier: Apache-2.0
// Decides for one record after the other which side of a cut it goes to.
#pragma once

#include <cstddef>

#include "anonymize/partition_oracle.h"

namespace privet {

template <class Position>
class CutSide {
 public:
  explicit CutSide(const Cut& cut)
      : attribute_(cut.attribute),
        position_(static_cast<Position>(cut.position)),
        ties_(cut.ties_left) {}
  // `values`: the record's positions, attribute by attribute.
  bool left(const Position* values) {
    const Position value = values[attribute_];
    if (value != position_) return value < position_;
    if (ties_ == 0) return false;
    --ties_;
    return true;
  }

 private:
  std::size_t attribute_;
  Position position_;
  std::size_t ties_;
};

}  // namespace privet
