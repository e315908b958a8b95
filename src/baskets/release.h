// SPDX-License-Identifier: Apache-2.0
// The bytes of released baskets, and the guard that reads them back before anyone else may.
// Idea: nothing is released unchecked. The guard parses the finished bytes with a reader of its
// own, compares every basket with the original one, and judges the promise on what the bytes say.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "baskets/coherence.h"
#include "data/baskets/baskets.h"
#include "hierarchy/hierarchy.h"

namespace privet::baskets {

enum class BasketFormat {
  Fimi,  // a basket a line, items separated by a space
  Csv,   // a basket a line, items separated by commas, quoted where needed
};

// Csv for names that end in .csv, else Fimi.
[[nodiscard]] BasketFormat format_of(std::string_view path);

// A basket without items is an empty line. Throws Error{Output} for an item whose name the format
// cannot carry.
[[nodiscard]] std::string baskets_text(const Baskets& baskets, BasketFormat format, const Run& run);

// Throws Error{Internal} unless the bytes are the original baskets without exactly the suppressed
// items, all of them public, and are (h,k,p)-coherent.
void guard_suppression(std::string_view bytes, BasketFormat format, const Baskets& original,
                       const ItemKinds& kinds, std::span<const ItemId> suppressed,
                       const Coherence& wanted, const Run& run);

// Throws Error{Internal} unless the bytes are the original baskets with items replaced by nodes
// above them, every item by one node throughout, and any m items that occur are in k baskets.
void guard_generalization(std::string_view bytes, BasketFormat format, const Baskets& original,
                          const Hierarchy& taxonomy, std::size_t k, std::size_t m, const Run& run);

}  // namespace privet::baskets
