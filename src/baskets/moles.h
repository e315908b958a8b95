// SPDX-License-Identifier: Apache-2.0
// All minimal moles, level by level.
// Idea: a set can be a minimal mole only if all its subsets are extendible non-moles, so each level
// builds both from the extendible non-moles below it: join two that share all but the last item,
// drop what has another subset missing, count support and breach. Sets that never occur are
// neither: nobody can know them of a basket. Sparse items are counted by walking the baskets of a
// prefix once for all its extensions, dense ones by bitmaps.
// Reference: the thesis, section 4.3.1, Figure 13 (with the support of at least 1 it leaves
// unsaid). Cost: never more than the frequent itemsets of support k up to size p; all threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/run.h"
#include "baskets/coherence.h"
#include "data/baskets/baskets.h"

namespace privet::baskets {

// Itemsets with support and breach, flat. Items ascend; smaller sets come first.
class MoleList {
 public:
  [[nodiscard]] std::size_t size() const { return supports_.size(); }
  [[nodiscard]] std::span<const ItemId> items(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::span(items_).subspan(begin, ends_[i] - begin);
  }
  [[nodiscard]] std::uint32_t support(std::size_t i) const { return supports_[i]; }
  // The highest probability of a private item given the set or one of its subsets.
  [[nodiscard]] const Breach& breach(std::size_t i) const { return breaches_[i]; }

  void add(std::span<const ItemId> items, std::uint32_t support, const Breach& breach);
  void append(const MoleList& other);

 private:
  std::vector<std::size_t> ends_;
  std::vector<ItemId> items_;
  std::vector<std::uint32_t> supports_;
  std::vector<Breach> breaches_;
};

struct MinimalMoles {
  Eligibility
      eligibility;  // not eligible: the empty set is the only minimal mole, the list is empty
  MoleList moles;
  std::size_t breach_moles = 0;  // those with enough baskets that give a private item away

  [[nodiscard]] bool coherent() const { return eligibility.eligible && moles.size() == 0; }
  // by_size()[s] minimal moles have s items.
  [[nodiscard]] std::vector<std::size_t> by_size() const;
};

[[nodiscard]] MinimalMoles find_minimal_moles(const Baskets& baskets, const ItemKinds& kinds,
                                              const Coherence& wanted, const Run& run);

}  // namespace privet::baskets
