// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "baskets/moles.h"

namespace privet::baskets {

const MoleList::Stretch& MoleList::run_of(std::size_t i) const {
  const auto after =
      std::upper_bound(runs_.begin(), runs_.end(), i,
                       [](std::size_t set, const Stretch& run) { return set < run.first; });
  return *std::prev(after);
}

void MoleList::begin_run(std::size_t length) {
  if (!runs_.empty() && runs_.back().length == length) return;
  runs_.push_back({size(), items_.size(), length});
}

void MoleList::add_breach(const Breach& breach) {
  if (breaches_.empty() && breach.item == kNoItem) return;
  breaches_.resize(size());  // of those before: none
  breaches_.push_back(breach);
}

void MoleList::add(std::span<const ItemId> items, std::uint32_t support, const Breach& breach) {
  begin_run(items.size());
  add_breach(breach);
  items_.insert(items_.end(), items.begin(), items.end());
  supports_.push_back(support);
}

void MoleList::append(const MoleList& other) {
  for (const Stretch& run : other.runs_) {
    if (!runs_.empty() && runs_.back().length == run.length) continue;
    runs_.push_back({size() + run.first, items_.size() + run.begin, run.length});
  }
  if (!breaches_.empty() || !other.breaches_.empty()) {
    breaches_.resize(size());
    breaches_.insert(breaches_.end(), other.breaches_.begin(), other.breaches_.end());
    breaches_.resize(size() + other.size());
  }
  items_.insert(items_.end(), other.items_.begin(), other.items_.end());
  supports_.insert(supports_.end(), other.supports_.begin(), other.supports_.end());
}

void MoleList::reserve_for(std::span<const MoleList* const> lists) {
  std::size_t sets = size();
  std::size_t items = items_.size();
  for (const MoleList* list : lists) {
    sets += list->size();
    items += list->items_.size();
  }
  supports_.reserve(sets);
  items_.reserve(items);
}

}  // namespace privet::baskets
