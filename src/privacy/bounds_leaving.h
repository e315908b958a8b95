// SPDX-License-Identifier: Apache-2.0
// What a model can tell beyond yes and no: a model that is also one of these bounds how many
// records of a class that does not hold must go. It lets a search rule out whatever parts the class
// further.
#pragma once

#include <cstddef>

#include "privacy/privacy_model.h"

namespace privet {

class BoundsLeaving {
 public:
  virtual ~BoundsLeaving() = default;
  // Of a class that does not hold, how many records at least must go before the rest can be parted
  // into classes that hold; at least 1.
  [[nodiscard]] virtual std::size_t least_leaving(const EquivalenceClass& cls) const = 0;
};

}  // namespace privet
