// SPDX-License-Identifier: Apache-2.0
#include "mining/rules/itemsets_vertical.h"

#include <algorithm>
#include <numeric>

namespace privet::mining {

RankedBaskets::RankedBaskets(const Baskets& baskets, std::uint32_t min_support) {
  const auto all = baskets.supports();
  for (ItemId item = 0; item < all.size(); ++item) {
    if (all[item] >= min_support) items.push_back(item);
  }
  std::stable_sort(items.begin(), items.end(), [&](ItemId a, ItemId b) { return all[a] < all[b]; });
  constexpr Rank kInfrequent = UINT32_MAX;
  std::vector<Rank> rank_of(all.size(), kInfrequent);
  supports.resize(items.size());
  for (Rank rank = 0; rank < items.size(); ++rank) {
    rank_of[items[rank]] = rank;
    supports[rank] = all[items[rank]];
    entries += supports[rank];
  }
  ends.reserve(baskets.size());
  ranks.reserve(entries);
  for (BasketId id = 0; id < baskets.size(); ++id) {
    for (const ItemId item : baskets.basket(id)) {
      if (rank_of[item] != kInfrequent) ranks.push_back(rank_of[item]);
    }
    ends.push_back(ranks.size());
  }
}

BitmapColumns::BitmapColumns(const RankedBaskets& data)
    : words_(words_for(data.size())), bits_(words_ * data.items.size()) {
  for (std::size_t id = 0; id < data.size(); ++id) {
    for (const Rank rank : data.basket(id)) {
      bits_[rank * words_ + id / 64] |= Word{1} << (id % 64);
    }
  }
}

BitmapExpander::Set BitmapExpander::root() const {
  Set set(columns_.words(), ~Word{0});
  if (data_.size() % 64 != 0) set.back() = (Word{1} << (data_.size() % 64)) - 1;
  return set;
}

void BitmapExpander::expand(const Set& set, std::span<const Rank> tail, std::uint32_t min_support,
                            Extensions<Set>& out) const {
  out.used = 0;
  for (const Rank rank : tail) {
    auto& next = out.next();
    next.set.resize(set.size());
    next.rank = rank;
    next.support = static_cast<std::uint32_t>(intersect(set, columns_.column(rank), next.set));
    if (next.support >= min_support) ++out.used;
  }
}

void BitmapExpander::closure(const Set& set, std::uint32_t support, std::vector<Rank>& out) const {
  out.clear();
  for (Rank rank = 0; rank < data_.items.size(); ++rank) {
    if (data_.supports[rank] >= support && contained(set, columns_.column(rank))) {
      out.push_back(rank);
    }
  }
}

ListExpander::Set ListExpander::root() const {
  Set set(data_.size());
  std::iota(set.begin(), set.end(), 0U);
  return set;
}

void ListExpander::expand(const Set& set, std::span<const Rank> tail, std::uint32_t min_support,
                          Extensions<Set>& out) {
  out.used = 0;
  // Counting first keeps the lists of the many rare extensions from being written at all.
  for (const std::uint32_t id : set) {
    for (const Rank rank : data_.basket(id)) ++counts_[rank];
  }
  for (const Rank rank : tail) {
    if (counts_[rank] < min_support) continue;
    auto& next = out.next();
    next.rank = rank;
    next.support = counts_[rank];
    next.set.clear();
    next.set.reserve(next.support);
    slot_[rank] = static_cast<std::uint32_t>(++out.used);
  }
  for (const std::uint32_t id : set) {
    for (const Rank rank : data_.basket(id)) {
      counts_[rank] = 0;
      if (slot_[rank] != 0) out.all[slot_[rank] - 1].set.push_back(id);
    }
  }
  for (const Rank rank : tail) slot_[rank] = 0;
}

void ListExpander::closure(const Set& set, std::uint32_t support, std::vector<Rank>& out) {
  out.clear();
  for (const std::uint32_t id : set) {
    for (const Rank rank : data_.basket(id)) ++counts_[rank];
  }
  for (const std::uint32_t id : set) {
    for (const Rank rank : data_.basket(id)) {
      if (counts_[rank] == support) out.push_back(rank);
      counts_[rank] = 0;
    }
  }
  std::sort(out.begin(), out.end());
}

}  // namespace privet::mining
