// SPDX-License-Identifier: Apache-2.0
// Which public items to suppress so that no mole is left: the greedy tree method for item utility,
// and two baselines to compare with. The border method for itemset utility is in
// baskets/border_method.h.
// Reference: the thesis, Figure 12 and Figure 15; section 4.5.1 for the baselines.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/run.h"
#include "baskets/coherence.h"
#include "baskets/moles.h"

namespace privet::baskets {

enum class ItemLoss {
  Support,  // every occurrence suppressed costs 1
  Unit,     // every item suppressed costs 1
};

struct Suppression {
  std::vector<ItemId> items;     // in the order they were chosen
  std::size_t single_moles = 0;  // the first of them: moles by themselves, that no release holds
};

// Suppresses moles of one item, then always the item that removes most minimal moles for each unit
// of loss. Requires that the moles are of eligible baskets.
[[nodiscard]] Suppression suppress_by_tree(const Baskets& baskets, const MinimalMoles& moles,
                                           ItemLoss loss, const Run& run);

// Suppresses every public item that occurs in any mole ("RmAll").
[[nodiscard]] Suppression suppress_all_mole_items(const Baskets& baskets, const ItemKinds& kinds,
                                                  const MinimalMoles& moles,
                                                  const Coherence& wanted, const Run& run);

// Suppresses items until the baskets fall into groups of k or more that agree on all public items
// left, no group having a private item in more than a share h ("k-Anonymizer"). Then every cohort,
// of however many known items, is a union of such groups. Keeps a largest possible set of items in
// the sense that none can be added; frequent items are tried first.
[[nodiscard]] Suppression suppress_for_groups(const Baskets& baskets, const ItemKinds& kinds,
                                              const Coherence& wanted, const Run& run);

// Occurrences of the suppressed items as a share of all occurrences.
[[nodiscard]] double loss_of_items(const Baskets& baskets, std::span<const ItemId> suppressed);

}  // namespace privet::baskets
