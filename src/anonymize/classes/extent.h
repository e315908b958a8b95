// SPDX-License-Identifier: Apache-2.0
// The smallest and largest position of an attribute that occur in a group of records. Positions are
// ranks in the attribute's order (anonymize/classes/attribute_order.h).
#pragma once

#include <cstdint>

namespace privet {

struct Extent {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  bool operator==(const Extent&) const = default;
};

}  // namespace privet
