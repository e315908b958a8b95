// SPDX-License-Identifier: Apache-2.0
// The guard: is a set of baskets (h,k,p)-coherent? Written apart from the search for moles and
// sharing no code with it, so that a mistake there cannot hide here.
// Idea: depth first over sets of public items that occur, carrying the list of their baskets. The
// larger sets of one that breaks the promise are not looked at. Where h cannot be broken and p
// covers whole baskets, supports only fall as sets grow, so judging the whole baskets judges every
// set. Cost: one walk over the cohort of every set of up to p items that occurs; all threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/run.h"
#include "baskets/coherence.h"
#include "data/baskets/baskets.h"

namespace privet::baskets {

// A set of known items that gives too much away. For h the set itself, not a larger one.
struct Violation {
  std::vector<ItemId> known;
  std::uint32_t cohort = 0;
  ItemId inferred = kNoItem;  // the private item in too large a share of the cohort, if any
  std::uint32_t holding = 0;  // how many of the cohort hold it
};

struct Verdict {
  bool coherent = true;
  std::vector<Violation> violations;  // smallest first, up to the number asked for
};

[[nodiscard]] Verdict check_coherence(const Baskets& baskets, const ItemKinds& kinds,
                                      const Coherence& wanted, std::size_t report_up_to,
                                      const Run& run);

}  // namespace privet::baskets
