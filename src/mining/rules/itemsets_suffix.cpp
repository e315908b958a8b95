// SPDX-License-Identifier: Apache-2.0
#include "mining/rules/itemsets_suffix.h"

#include <algorithm>

namespace privet::mining {

SuffixColumns::SuffixColumns(const RankedBaskets& data) {
  ranks_.reserve(data.entries + data.size());
  for (std::size_t id = 0; id < data.size(); ++id) {
    const auto basket = data.basket(id);
    if (basket.empty()) continue;
    const std::size_t begin = ranks_.size();
    begins_.push_back(static_cast<std::uint32_t>(begin));
    ranks_.insert(ranks_.end(), basket.begin(), basket.end());
    std::sort(ranks_.begin() + static_cast<std::ptrdiff_t>(begin), ranks_.end());
    ranks_.push_back(kEnd);
  }
}

std::size_t SuffixExpander::count(const Set& set) {
  std::size_t entries = 0;
  for (const std::uint32_t place : set) {
    const Rank* const begin = columns_.at(place);
    const Rank* rank = begin;
    for (; *rank != SuffixColumns::kEnd; ++rank) ++counts_[*rank];
    entries += static_cast<std::size_t>(rank - begin);
  }
  return entries;
}

void SuffixExpander::forget(const Set& set, std::size_t entries) {
  if (entries >= counts_.size() / 8) {
    std::fill(counts_.begin(), counts_.end(), 0);
    return;
  }
  for (const std::uint32_t place : set) {
    for (const Rank* rank = columns_.at(place); *rank != SuffixColumns::kEnd; ++rank) {
      counts_[*rank] = 0;
    }
  }
}

// A basket that ends with the item cannot be extended and need not be listed.
void SuffixExpander::deliver(const Set& set, Extensions<Set>& out) {
  for (const std::uint32_t place : set) {
    std::uint32_t behind = place;
    for (const Rank* rank = columns_.at(place); *rank != SuffixColumns::kEnd; ++rank) {
      ++behind;
      const std::uint32_t slot = slot_[*rank];
      if (slot != 0 && rank[1] != SuffixColumns::kEnd) out.all[slot - 1].set.push_back(behind);
    }
  }
}

void SuffixExpander::expand(const Set& set, std::span<const Rank> tail, std::uint32_t min_support,
                            Extensions<Set>& out) {
  out.used = 0;
  const std::size_t entries = count(set);
  for (const Rank rank : tail) {
    if (counts_[rank] < min_support) continue;
    auto& next = out.next();
    next.rank = rank;
    next.support = counts_[rank];
    next.set.clear();
    slot_[rank] = static_cast<std::uint32_t>(++out.used);
  }
  // What may be added to an extension comes behind it in `tail`: the last needs no list.
  if (out.used > 1) deliver(set, out);
  for (const auto& extension : out.view()) slot_[extension.rank] = 0;
  forget(set, entries);
}

}  // namespace privet::mining
