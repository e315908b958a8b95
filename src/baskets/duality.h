// SPDX-License-Identifier: Apache-2.0
// The minimal rare sets from the maximal frequent ones, without walking the sets between them.
// Idea: inside a basket, a set is rare exactly if it leaves every maximal frequent set, that is,
// hits each of their complements. The minimal such sets are the minimal transversals of the
// complements, built complement by complement. On dense data a handful of maximal sets stands for
// billions of frequent ones, which the level-wise search would visit. Reference: Berge,
// "Hypergraphs"; Gunopulos et al., "Discovering all most specific sentences". Cost: grows with the
// number of transversals on the way; good for few maximal sets.
#pragma once

#include "base/run.h"
#include "mining/rules/itemsets.h"

namespace privet::baskets {

// Sets over more items than this are refused by minimal_outside.
inline constexpr std::size_t kMostDualItems = 512;

// The minimal sets that lie inside a member of `wholes` and inside none of `maximal`. Requires at
// most kMostDualItems different items.
[[nodiscard]] mining::ItemsetList minimal_outside(const mining::ItemsetList& maximal,
                                                  const mining::ItemsetList& wholes,
                                                  std::size_t items, const Run& run);

}  // namespace privet::baskets
