// SPDX-License-Identifier: Apache-2.0
// Suppression for itemset utility: removes all moles at a small loss of nuggets (frequent
// itemsets). Idea: items that take part in no nugget cost nothing, so those in a mole go first;
// then always the item with most moles for each nugget lost, both counted on their borders, which
// shrink as items go. Reference: the thesis, section 4.4.3, steps 1 to 6. The thesis drops all
// items without nuggets at the start; here only those that are part of a mole. Cost: the borders of
// moles and nuggets in memory; the counts of the affected edges for each item suppressed.
#pragma once

#include <cstdint>

#include "base/run.h"
#include "baskets/border.h"
#include "baskets/coherence.h"
#include "baskets/suppression.h"

namespace privet::baskets {

struct NuggetOptions {
  std::uint32_t min_support = 2;                // k'
  std::size_t max_length = mining::kAnyLength;  // p'
};

struct BorderSuppression {
  Suppression suppression;
  std::size_t free_items = 0;  // suppressed after the single moles, at no loss of nuggets
  Count nuggets_before = 0;
  Count nuggets_after = 0;
  std::size_t nugget_edges = 0;   // of the border of all nuggets
  std::size_t mole_edges = 0;     // of the border of moles among items with nuggets
  std::size_t minimal_moles = 0;  // the single ones, and those of that border
  Count moles = 0;                // represented by that border

  [[nodiscard]] double loss_of_nuggets() const;
};

// Requires that the baskets are eligible. Throws Error{Usage} for a nugget support below 1 or where
// the counts exceed what can be counted exactly.
[[nodiscard]] BorderSuppression suppress_by_border(const Baskets& baskets, const ItemKinds& kinds,
                                                   const Coherence& wanted,
                                                   const NuggetOptions& nuggets, const Run& run);

}  // namespace privet::baskets
