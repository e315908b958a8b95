// SPDX-License-Identifier: Apache-2.0
// (h,k,p)-coherence straight from the definitions, by trying every set of public items. Only for
// small data; shares no code with what it judges.
#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "baskets/coherence.h"

namespace privet::testing_support {

using ItemSet = std::vector<ItemId>;

struct MoleOracle {
  std::vector<ItemId> items;           // the public ones
  std::vector<std::uint32_t> support;  // by mask over `items`
  std::vector<double> breach;          // maximum over the set and its subsets
  std::vector<bool> mole;

  MoleOracle(const Baskets& data, const baskets::ItemKinds& kinds,
             const baskets::Coherence& wanted) {
    std::vector<ItemId> secrets;
    for (ItemId item = 0; item < data.items(); ++item) {
      if (kinds[item] == baskets::ItemKind::Public) items.push_back(item);
      if (kinds[item] == baskets::ItemKind::Private) secrets.push_back(item);
    }
    std::vector<std::uint32_t> rows;  // public items of each basket, as a mask
    std::vector<std::vector<bool>> private_rows;
    for (BasketId id = 0; id < data.size(); ++id) {
      std::uint32_t row = 0;
      std::vector<bool> has(secrets.size());
      for (const ItemId item : data.basket(id)) {
        for (std::size_t i = 0; i < items.size(); ++i) row |= items[i] == item ? 1U << i : 0;
        for (std::size_t s = 0; s < secrets.size(); ++s) has[s] = has[s] || secrets[s] == item;
      }
      rows.push_back(row);
      private_rows.push_back(has);
    }
    const std::uint32_t end = 1U << items.size();
    support.resize(end);
    breach.resize(end);
    mole.resize(end);
    for (std::uint32_t mask = 0; mask < end; ++mask) {
      std::vector<std::uint32_t> with(secrets.size());
      for (std::size_t id = 0; id < rows.size(); ++id) {
        if ((rows[id] & mask) != mask) continue;
        ++support[mask];
        for (std::size_t s = 0; s < secrets.size(); ++s) with[s] += private_rows[id][s] ? 1 : 0;
      }
      for (const auto count : with) {
        if (support[mask] > 0) {
          breach[mask] = std::max(breach[mask], double(count) / double(support[mask]));
        }
      }
      for (std::uint32_t bit = 1; bit < end; bit <<= 1U) {
        if ((mask & bit) != 0) breach[mask] = std::max(breach[mask], breach[mask ^ bit]);
      }
      mole[mask] = support[mask] > 0 && std::size_t(std::popcount(mask)) <= wanted.p &&
                   (support[mask] < wanted.k || breach[mask] > wanted.h + 1e-12);
    }
  }

  [[nodiscard]] ItemSet set_of(std::uint32_t mask) const {
    ItemSet out;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (((mask >> i) & 1U) != 0) out.push_back(items[i]);
    }
    return out;
  }
  [[nodiscard]] bool minimal(std::uint32_t mask) const {
    if (!mole[mask]) return false;
    for (std::uint32_t sub = mask; sub != 0; sub = (sub - 1) & mask) {
      if (sub != mask && mole[sub]) return false;
    }
    return mask == 0 || !mole[0];
  }
  [[nodiscard]] std::set<ItemSet> minimal_moles() const {
    std::set<ItemSet> out;
    for (std::uint32_t mask = 0; mask < mole.size(); ++mask) {
      if (minimal(mask)) out.insert(set_of(mask));
    }
    return out;
  }
  [[nodiscard]] std::size_t moles() const {
    std::size_t count = 0;
    for (const bool is : mole) count += is ? 1 : 0;
    return count;
  }
  [[nodiscard]] std::size_t moles_with(ItemId item) const {
    std::size_t count = 0;
    for (std::uint32_t mask = 0; mask < mole.size(); ++mask) {
      if (!mole[mask]) continue;
      for (const ItemId member : set_of(mask)) count += member == item ? 1 : 0;
    }
    return count;
  }
};

// Random baskets whose last `secrets` items are private.
inline baskets::ItemKinds last_private(const Baskets& data, std::size_t secrets) {
  baskets::ItemKinds kinds(data.items(), baskets::ItemKind::Public);
  for (std::size_t i = data.items() - secrets; i < data.items(); ++i) {
    kinds[i] = baskets::ItemKind::Private;
  }
  return kinds;
}

}  // namespace privet::testing_support
