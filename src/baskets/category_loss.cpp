// SPDX-License-Identifier: Apache-2.0
#include "baskets/category_loss.h"

namespace privet::baskets {

std::vector<CategoryLoss> category_losses(const Baskets& data, std::span<const ItemId> suppressed,
                                          const Hierarchy& taxonomy) {
  const auto supports = data.supports();
  std::vector<bool> gone(data.items());
  for (const ItemId item : suppressed) gone[item] = true;
  const auto [first, last] = taxonomy.children(taxonomy.root());
  std::vector<CategoryLoss> out(last - first + 2);
  for (NodeId node = first; node <= last; ++node) out[node - first].category = taxonomy.label(node);
  out.back().category = "(not in the taxonomy)";
  for (ItemId item = 0; item < data.items(); ++item) {
    const auto leaf = taxonomy.find_leaf(data.name(item));
    const std::size_t at =
        leaf ? taxonomy.ancestor(*leaf, taxonomy.height() - 1) - first : out.size() - 1;
    ++out[at].items;
    out[at].occurrences += supports[item];
    if (!gone[item]) continue;
    ++out[at].suppressed;
    out[at].lost += supports[item];
  }
  std::erase_if(out, [](const CategoryLoss& category) { return category.items == 0; });
  return out;
}

}  // namespace privet::baskets
