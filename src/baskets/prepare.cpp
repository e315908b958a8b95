// SPDX-License-Identifier: Apache-2.0
#include "baskets/prepare.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/sampling.h"

namespace privet::baskets {

Baskets prepare_experiment(const Baskets& baskets, double public_share, std::uint64_t seed) {
  if (!(public_share > 0.0 && public_share <= 1.0)) {
    throw Error(ErrorCode::Usage, fmt::format("{} is not in (0,1]", public_share),
                {.parameter = "--public-share"});
  }
  std::vector<ItemId> order(baskets.items());
  std::iota(order.begin(), order.end(), ItemId{0});
  Sampler sampler(seed);
  sampler.shuffle(std::span(order));
  const auto chosen =
      static_cast<std::size_t>(std::llround(public_share * static_cast<double>(baskets.items())));
  std::vector<bool> is_public(baskets.items());
  for (std::size_t i = 0; i < chosen; ++i) is_public[order[i]] = true;

  Baskets out;
  for (ItemId item = 0; item < baskets.items(); ++item) {
    out.add_item(is_public[item] ? kPublicPrefix + baskets.name(item) : baskets.name(item));
  }
  const auto supports = baskets.supports();
  std::vector<ItemId> copy_of(baskets.items() + 1, ItemId{~0U});  // the last: no rare item at all
  std::vector<ItemId> items;
  for (BasketId id = 0; id < baskets.size(); ++id) {
    const auto basket = baskets.basket(id);
    std::size_t best = baskets.items();
    for (const ItemId item : basket) {
      if (2 * std::size_t{supports[item]} >= baskets.size()) continue;
      if (best == baskets.items() || supports[item] > supports[best]) best = item;
    }
    if (copy_of[best] == ItemId{~0U}) {
      const std::string name = best == baskets.items() ? "none" : baskets.name(ItemId(best));
      copy_of[best] = out.add_item(kPrivatePrefix + name);
    }
    items.assign(basket.begin(), basket.end());
    items.push_back(copy_of[best]);
    out.add(items);
  }
  return out;
}

}  // namespace privet::baskets
