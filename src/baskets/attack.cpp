// SPDX-License-Identifier: Apache-2.0
#include "baskets/attack.h"

#include <algorithm>

namespace privet::baskets {

Attack attack(const Baskets& baskets, const ItemKinds& kinds, std::span<const ItemId> known) {
  std::vector<ItemId> wanted(known.begin(), known.end());
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  Attack out;
  std::vector<std::uint32_t> counts(baskets.items());
  for (BasketId id = 0; id < baskets.size(); ++id) {
    const auto basket = baskets.basket(id);
    if (!std::ranges::includes(basket, wanted)) continue;
    out.cohort.push_back(id);
    for (const ItemId item : basket) ++counts[item];
  }
  for (ItemId item = 0; item < counts.size(); ++item) {
    if (counts[item] == 0) continue;
    if (kinds[item] == ItemKind::Private) {
      out.private_items.push_back({item, counts[item]});
    } else if (counts[item] == out.cohort.size() && !std::ranges::binary_search(wanted, item)) {
      out.certain_items.push_back(item);
    }
  }
  std::ranges::stable_sort(
      out.private_items, [](const Inference& a, const Inference& b) { return a.count > b.count; });
  return out;
}

}  // namespace privet::baskets
