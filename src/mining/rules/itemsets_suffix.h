// SPDX-License-Identifier: Apache-2.0
// The third way to carry "the baskets that contain this prefix" down a search, for sparse baskets
// and prefixes that grow by ascending ranks only, as those of frequent sets do.
// Idea: every basket lists its ranks in ascending order, and a prefix holds the places behind its
// last item in each basket that has it. What could be added lies behind these places, so a basket
// is read from there on and not from its begin. Reference: Uno, Kiyomi and Arimura, "LCM ver. 2"
// (2004), occurrence deliver. Threads: SuffixColumns is immutable; an expander belongs to one
// thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mining/rules/itemsets_vertical.h"

namespace privet::mining {

// The baskets' ranks, ascending, each basket closed by kEnd.
class SuffixColumns {
 public:
  static constexpr Rank kEnd = UINT32_MAX;

  explicit SuffixColumns(const RankedBaskets& data);
  // Whether places fit 32 bits.
  [[nodiscard]] static bool fits(const RankedBaskets& data) {
    return data.entries + data.size() < UINT32_MAX;
  }
  [[nodiscard]] const Rank* at(std::uint32_t place) const { return ranks_.data() + place; }
  [[nodiscard]] const std::vector<std::uint32_t>& begins() const { return begins_; }

 private:
  std::vector<Rank> ranks_;
  std::vector<std::uint32_t> begins_;  // of the baskets that are not empty
};

class SuffixExpander {
 public:
  using Set = std::vector<std::uint32_t>;  // places
  using Shared = SuffixColumns;
  static constexpr bool kAnyOrder = false;

  SuffixExpander(const RankedBaskets& data, const SuffixColumns& columns)
      : columns_(columns), slot_(data.items.size(), 0), counts_(data.items.size(), 0) {}

  [[nodiscard]] const Set& root() const { return columns_.begins(); }
  // The ranks of `tail`, which are above the set's last, that keep at least `min_support` baskets.
  void expand(const Set& set, std::span<const Rank> tail, std::uint32_t min_support,
              Extensions<Set>& out);

 private:
  // Returns how many entries were counted.
  std::size_t count(const Set& set);
  void forget(const Set& set, std::size_t entries);
  void deliver(const Set& set, Extensions<Set>& out);

  const SuffixColumns& columns_;
  std::vector<std::uint32_t> slot_;    // 1 + its extension's position, or 0
  std::vector<std::uint32_t> counts_;  // all zero between calls
};

}  // namespace privet::mining
