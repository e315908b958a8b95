// SPDX-License-Identifier: Apache-2.0
// Collects baskets whose items are texts, and orders the items when all are known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "data/baskets/read_fimi.h"
#include "data/text_pool.h"

namespace privet::detail {

class BasketBuilder {
 public:
  // Adds an item to the open basket. Its bytes must outlive the builder. `readable` says how many
  // bytes may be read from its first on.
  void add(std::string_view item, std::size_t readable) {
    entries_.push_back(pool_.intern(item, readable));
  }
  void add(std::string_view item) { add(item, item.size()); }
  void add_copy(std::string_view item) { entries_.push_back(pool_.intern_copy(item)); }
  void close() { ends_.push_back(entries_.size()); }
  [[nodiscard]] std::size_t baskets() const { return ends_.size(); }
  [[nodiscard]] BasketFile finish(const Run& run) const;

 private:
  TextPool pool_;
  std::vector<ValueId> entries_;  // in the pool
  std::vector<std::uint64_t> ends_;
};

}  // namespace privet::detail
