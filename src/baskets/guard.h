// SPDX-License-Identifier: Apache-2.0
// The guards of released baskets: they read the finished bytes before anyone else may.
// Idea: each parses the bytes with a reader of its own, compares every basket with the original
// one, and judges the promise on what the bytes say. Only they turn a draft of baskets into a
// Release (release/release.h).
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "base/run.h"
#include "baskets/basket_text.h"
#include "baskets/coherence.h"
#include "data/baskets/baskets.h"
#include "hierarchy/hierarchy.h"
#include "release/release.h"

namespace privet::baskets {

// Approves the original baskets without exactly the suppressed items, all of them public, if they
// are (h,k,p)-coherent.
class CoherenceGuard final : public Guard {
 public:
  struct Promise {
    Coherence wanted;
    std::span<const ItemId> suppressed;
    BasketFormat format = BasketFormat::Fimi;
    std::span<const std::uint32_t> order = {};  // of the baskets, a random one; empty: kept
  };
  // What it refers to must outlive it.
  CoherenceGuard(const Baskets& original, const ItemKinds& kinds, const Promise& promise)
      : original_(original), kinds_(kinds), promise_(promise) {}

 private:
  void check(std::string_view bytes, const Run& run) override;

  const Baskets& original_;
  const ItemKinds& kinds_;
  Promise promise_;
};

// Approves the original baskets with items replaced by nodes above them, every item by the same
// node throughout, if any m items that occur together are in at least k baskets.
class GeneralizationGuard final : public Guard {
 public:
  struct Promise {
    std::size_t k = 2;
    std::size_t m = 1;
    BasketFormat format = BasketFormat::Fimi;
    std::span<const std::uint32_t> order = {};  // of the baskets, a random one; empty: kept
  };
  // What it refers to must outlive it.
  GeneralizationGuard(const Baskets& original, const Hierarchy& taxonomy, const Promise& promise)
      : original_(original), taxonomy_(taxonomy), promise_(promise) {}

 private:
  void check(std::string_view bytes, const Run& run) override;

  const Baskets& original_;
  const Hierarchy& taxonomy_;
  Promise promise_;
};

}  // namespace privet::baskets
