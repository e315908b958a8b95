// SPDX-License-Identifier: Apache-2.0
// The attacker's side: what someone learns of a person known to have certain items.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "baskets/coherence.h"
#include "data/baskets/baskets.h"

namespace privet::baskets {

struct Inference {
  ItemId item = kNoItem;
  std::uint32_t count = 0;  // of the cohort
  [[nodiscard]] double probability(std::size_t cohort) const {
    return static_cast<double>(count) / static_cast<double>(cohort);
  }
};

struct Attack {
  std::vector<BasketId> cohort;          // the baskets that may be the person's
  std::vector<Inference> private_items;  // of the cohort, likeliest first
  std::vector<ItemId> certain_items;     // other public and plain items that all of them hold
};

[[nodiscard]] Attack attack(const Baskets& baskets, const ItemKinds& kinds,
                            std::span<const ItemId> known);

}  // namespace privet::baskets
