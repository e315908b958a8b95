// SPDX-License-Identifier: Apache-2.0
// What a suppression costs each category of a taxonomy of items: for reports only, it decides
// nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "data/baskets/baskets.h"
#include "hierarchy/hierarchy.h"

namespace privet::baskets {

struct CategoryLoss {
  std::string category;  // a group right below the root
  std::size_t items = 0;
  std::size_t suppressed = 0;
  std::uint64_t occurrences = 0;
  std::uint64_t lost = 0;  // occurrences of suppressed items
};

// Categories in the taxonomy's order, those without items left out; items the taxonomy lacks come
// last, together.
[[nodiscard]] std::vector<CategoryLoss> category_losses(const Baskets& data,
                                                        std::span<const ItemId> suppressed,
                                                        const Hierarchy& taxonomy);

}  // namespace privet::baskets
