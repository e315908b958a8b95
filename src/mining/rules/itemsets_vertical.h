// SPDX-License-Identifier: Apache-2.0
// The frequent items of baskets, ranked by ascending support, and two ways to carry "the baskets
// that contain this prefix" down a depth-first search: bitmaps and lists.
// Threads: immutable; an expander belongs to one thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/run.h"
#include "data/baskets/baskets.h"
#include "mining/rules/itemsets_bits.h"

namespace privet::mining {

using Rank = std::uint32_t;  // position of a frequent item by ascending support

struct RankedBaskets {
  std::vector<ItemId> items;            // rank -> item
  std::vector<std::uint32_t> supports;  // of each rank
  std::vector<std::uint64_t> ends;      // baskets as sparse rows of ranks
  std::vector<Rank> ranks;
  std::size_t entries = 0;

  RankedBaskets(const Baskets& baskets, std::uint32_t min_support);
  [[nodiscard]] std::size_t size() const { return ends.size(); }
  [[nodiscard]] std::span<const Rank> basket(std::size_t id) const {
    const std::size_t begin = id == 0 ? 0 : ends[id - 1];
    return std::span(ranks).subspan(begin, ends[id] - begin);
  }
  // Are bitmaps the better choice? Below about one bit in 64 a list is shorter to walk.
  [[nodiscard]] bool dense() const {
    return entries * 64 >= size() * items.size() && !items.empty();
  }
};

// One item that extends a prefix, with the baskets of the extended prefix.
template <class Set>
struct Extension {
  Rank rank = 0;
  std::uint32_t support = 0;
  Set set;
};

// The extensions of one prefix. Buffers are kept between uses: `used` of them are valid.
template <class Set>
struct Extensions {
  std::vector<Extension<Set>> all;
  std::size_t used = 0;

  [[nodiscard]] std::span<Extension<Set>> view() { return std::span(all).first(used); }
  Extension<Set>& next() {
    if (used == all.size()) all.emplace_back();
    return all[used];
  }
};

class BitmapColumns {
 public:
  explicit BitmapColumns(const RankedBaskets& data);
  [[nodiscard]] std::span<const Word> column(Rank rank) const {
    return std::span(bits_).subspan(rank * words_, words_);
  }
  [[nodiscard]] std::size_t words() const { return words_; }

 private:
  std::size_t words_;
  std::vector<Word> bits_;
};

class BitmapExpander {
 public:
  using Set = std::vector<Word>;
  static constexpr bool kAnyOrder = true;  // extends by items in any order, and knows closures
  using Shared = BitmapColumns;
  BitmapExpander(const RankedBaskets& data, const BitmapColumns& columns)
      : data_(data), columns_(columns) {}

  [[nodiscard]] Set root() const;
  // The ranks of `tail` that keep at least `min_support` baskets of `set`, in the order of `tail`.
  void expand(const Set& set, std::span<const Rank> tail, std::uint32_t min_support,
              Extensions<Set>& out) const;
  // All ranks that occur in every basket of `set`, ascending.
  void closure(const Set& set, std::uint32_t support, std::vector<Rank>& out) const;

 private:
  const RankedBaskets& data_;
  const BitmapColumns& columns_;
};

class ListExpander {
 public:
  using Set = std::vector<std::uint32_t>;
  static constexpr bool kAnyOrder = true;
  struct Shared {
    explicit Shared(const RankedBaskets&) {}
  };
  ListExpander(const RankedBaskets& data, const Shared&)
      : data_(data), slot_(data.items.size(), 0), counts_(data.items.size(), 0) {}

  [[nodiscard]] Set root() const;
  void expand(const Set& set, std::span<const Rank> tail, std::uint32_t min_support,
              Extensions<Set>& out);
  void closure(const Set& set, std::uint32_t support, std::vector<Rank>& out);

 private:
  const RankedBaskets& data_;
  std::vector<std::uint32_t> slot_;    // 1 + its extension's position, or 0
  std::vector<std::uint32_t> counts_;  // all zero between calls
};

}  // namespace privet::mining
