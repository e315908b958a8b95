// SPDX-License-Identifier: Apache-2.0
// All minimal moles, level by level.
// Idea: a set can be a minimal mole only if all its subsets are extendible non-moles, so each level
// builds both from the extendible non-moles below it: join two that share all but the last item,
// drop what has another subset missing, count support and breach. Sets that never occur are
// neither: nobody can know them of a basket. Sparse items are counted by walking the baskets of a
// prefix once for all its extensions, dense ones by bitmaps.
// Reference: the thesis, section 4.3.1, Figure 13 (with the support of at least 1 it leaves
// unsaid). Cost: never more than the frequent itemsets of support k up to size p; all threads.
// Levels that a sample estimates at more than 2 GB are refused unless Coherence::any_cost says
// otherwise.
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
// Memory: a mole of s items takes 4 (s + 1) bytes, and 12 more where private items are at stake:
// sets of one size lie together, so that no set needs to say where it ends.
class MoleList {
 public:
  [[nodiscard]] std::size_t size() const { return supports_.size(); }
  [[nodiscard]] std::span<const ItemId> items(std::size_t i) const {
    const Stretch& run = run_of(i);
    return std::span(items_).subspan(run.begin + (i - run.first) * run.length, run.length);
  }
  [[nodiscard]] std::uint32_t support(std::size_t i) const { return supports_[i]; }
  // The highest probability of a private item given the set or one of its subsets.
  [[nodiscard]] Breach breach(std::size_t i) const {
    return breaches_.empty() ? Breach() : breaches_[i];
  }

  void add(std::span<const ItemId> items, std::uint32_t support, const Breach& breach);
  void append(const MoleList& other);
  // Makes room for all moles of these lists, so that nothing is held twice while they are appended.
  void reserve_for(std::span<const MoleList* const> lists);

 private:
  // Sets of one length that follow each other.
  struct Stretch {
    std::size_t first = 0;  // set
    std::size_t begin = 0;  // of its items
    std::size_t length = 0;
  };
  [[nodiscard]] const Stretch& run_of(std::size_t i) const;
  void begin_run(std::size_t length);
  // Breaches are kept from the first one on that is of a private item.
  void add_breach(const Breach& breach);

  std::vector<Stretch> runs_;
  std::vector<ItemId> items_;
  std::vector<std::uint32_t> supports_;
  std::vector<Breach> breaches_;  // or empty: there are none
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
