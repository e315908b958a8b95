// SPDX-License-Identifier: Apache-2.0
// Transaction data: who bought what, as compressed sparse rows. Items of a basket are distinct and
// ascending. Threads: immutable once built.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"

namespace privet {

using ItemId = Id<struct ItemTag>;
using BasketId = Id<struct BasketTag>;

class Baskets {
 public:
  Baskets() : ends_{} {}

  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  [[nodiscard]] std::span<const ItemId> basket(BasketId id) const {
    const std::size_t begin = id == 0 ? 0 : ends_[id - 1];
    return std::span(items_).subspan(begin, ends_[id] - begin);
  }
  // All occurrences, basket after basket.
  [[nodiscard]] std::size_t entries() const { return items_.size(); }
  [[nodiscard]] std::size_t items() const { return names_.size(); }
  [[nodiscard]] const std::string& name(ItemId item) const { return names_[item]; }
  [[nodiscard]] std::span<const std::string> names() const { return names_; }
  // Linear in the number of items; build a map for many look-ups.
  [[nodiscard]] std::optional<ItemId> find(std::string_view name) const;
  // In how many baskets each item occurs.
  [[nodiscard]] std::vector<std::uint32_t> supports() const;

  // Appends a basket; items are sorted and repeats merged. Every item must be named already.
  void add(std::span<const ItemId> items);
  // Names a new item and returns its id.
  ItemId add_item(std::string name);

 private:
  std::vector<std::uint64_t> ends_;
  std::vector<ItemId> items_;
  std::vector<std::string> names_;
};

}  // namespace privet
