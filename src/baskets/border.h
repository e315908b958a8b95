// SPDX-License-Identifier: Apache-2.0
// A border [U, L]: all itemsets that contain a member of U and lie inside a member of L, held by
// these two anti-chains only.
// Idea: moles and nuggets are closed between any two of their sets, so the smallest and the largest
// ones stand for all. They are counted edge by edge (baskets/edges.h): an edge <a,b> is compared
// with the earlier members of U inside the same b, and with the earlier members of L around the
// same a; every other examined edge covers nothing that these do not.
// Reference: the thesis, sections 4.4.1 and 4.4.3.
// Cost: members of U and L in memory, never the itemsets; counting runs on all threads.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "base/run.h"
#include "baskets/coherence.h"
#include "baskets/tally.h"
#include "data/baskets/baskets.h"
#include "mining/rules/itemsets.h"

namespace privet::baskets {

class Border {
 public:
  // Both must be anti-chains of sets of at least one item. Members of one that have none of the
  // other inside or around them are left out. `items`: how many ids there are. Throws Error{Usage}
  // if more than 4,096 different items take part.
  Border(const mining::ItemsetList& upper, const mining::ItemsetList& lower, std::size_t items);
  ~Border();
  Border(Border&&) noexcept;
  Border& operator=(Border&&) noexcept;

  [[nodiscard]] bool empty() const { return edges() == 0; }
  [[nodiscard]] std::size_t edges() const;
  [[nodiscard]] std::vector<std::vector<ItemId>> upper() const;
  [[nodiscard]] std::vector<std::vector<ItemId>> lower() const;

  // How many itemsets of at most `max_length` items the border represents, and how many with each
  // item: |M(v)|, |N(v)|. With `containing`, only those that hold that item: the losers if it is
  // suppressed.
  [[nodiscard]] Tally count(std::size_t max_length, std::optional<ItemId> containing,
                            const Run& run) const;
  // Removes all itemsets that contain the item.
  void suppress(ItemId item);

  class Core;  // over masks of a width that suits the number of items

 private:
  std::unique_ptr<Core> core_;
};

// The border of the nuggets: single items below, the maximal frequent itemsets above. All kinds of
// items take part.
[[nodiscard]] Border nugget_border(const Baskets& baskets, std::uint32_t min_support,
                                   const Run& run);

// The maximal sets of baskets cut to the items for which `take` holds.
[[nodiscard]] mining::ItemsetList maximal_baskets(const Baskets& baskets,
                                                  const std::vector<bool>& take, const Run& run);

}  // namespace privet::baskets
