// SPDX-License-Identifier: Apache-2.0
#include "data/baskets/baskets.h"

#include <algorithm>

#include "base/error.h"

namespace privet {

std::optional<ItemId> Baskets::find(std::string_view name) const {
  const auto it = std::find(names_.begin(), names_.end(), name);
  if (it == names_.end()) return std::nullopt;
  return static_cast<ItemId>(it - names_.begin());
}

std::vector<std::uint32_t> Baskets::supports() const {
  std::vector<std::uint32_t> counts(names_.size());
  for (const ItemId item : items_) ++counts[item];
  return counts;
}

void Baskets::add(std::span<const ItemId> items) {
  const auto begin = static_cast<std::ptrdiff_t>(items_.size());
  items_.insert(items_.end(), items.begin(), items.end());
  if (!std::is_sorted(items_.begin() + begin, items_.end())) {
    std::sort(items_.begin() + begin, items_.end());
  }
  items_.erase(std::unique(items_.begin() + begin, items_.end()), items_.end());
  PRIVET_CHECK(items.empty() || items_.back() < names_.size());
  ends_.push_back(items_.size());
}

ItemId Baskets::add_item(std::string name) {
  names_.push_back(std::move(name));
  return static_cast<ItemId>(names_.size() - 1);
}

}  // namespace privet
