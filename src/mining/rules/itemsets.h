// SPDX-License-Identifier: Apache-2.0
// Frequent, closed and maximal itemsets of baskets.
// Idea: depth first over prefixes, carrying the baskets of the prefix: as bitmaps when the frequent
// items are dense, as lists of baskets when they are sparse. Closed sets grow by prefix-preserving
// closure, so none is met twice and none is stored for comparison; maximal sets are searched with
// look-ahead (a head and its whole tail inside a known set ends the branch) and parent equivalence.
// Reference: Zaki, "Scalable algorithms for association mining" (frequent); Uno et al., "LCM ver.
// 2" (closed); Burdick et al., "MAFIA" (maximal).
// Cost: one pass over a prefix's baskets for each itemset found; first items run on all threads.
// Only the sets that are kept take memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/run.h"
#include "data/baskets/baskets.h"

namespace privet::mining {

inline constexpr std::size_t kAnyLength = std::numeric_limits<std::size_t>::max();

enum class ItemsetKind {
  Frequent,
  Closed,   // no larger set has the same support
  Maximal,  // no larger set is frequent
};

struct ItemsetOptions {
  std::uint32_t min_support = 1;        // in baskets
  std::size_t max_length = kAnyLength;  // longer sets are not reported; what is closed or maximal
                                        // is judged among sets of every length
  ItemsetKind kind = ItemsetKind::Frequent;
  std::size_t keep = kAnyLength;  // the first in the order of ItemsetList::sort
};

// Many itemsets in two flat arrays. The items of a set ascend.
class ItemsetList {
 public:
  [[nodiscard]] std::size_t size() const { return supports_.size(); }
  [[nodiscard]] std::span<const ItemId> items(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::span(items_).subspan(begin, ends_[i] - begin);
  }
  [[nodiscard]] std::uint32_t support(std::size_t i) const { return supports_[i]; }

  // How many were added, with those that were not kept.
  [[nodiscard]] std::size_t found() const { return found_; }

  void add(std::span<const ItemId> items, std::uint32_t support);
  void append(const ItemsetList& other);
  // From here on only the first `keep` in the order of sort() need be kept; sets that are added may
  // be dropped at once.
  void keep_first(std::size_t keep) { keep_ = keep; }
  // Whether a set of this support would be kept, as far as is known; otherwise it is only counted.
  [[nodiscard]] bool wants(std::uint32_t support) const { return support >= least_; }
  void count_one() { ++found_; }
  // Descending support, then shorter first, then by items.
  void sort();

 private:
  void thin_out();

  std::vector<std::size_t> ends_;
  std::vector<ItemId> items_;
  std::vector<std::uint32_t> supports_;
  std::size_t found_ = 0;
  std::size_t keep_ = kAnyLength;
  std::uint32_t least_ = 0;  // sets of smaller support come behind those kept
};

// The itemsets of at least one item with at least `min_support` baskets, in an order that depends
// on the data only. Throws Error{Usage} for a support or length of 0.
[[nodiscard]] ItemsetList mine_itemsets(const Baskets& baskets, const ItemsetOptions& options,
                                        const Run& run);

// Of any itemsets over ids below `items` those that lie inside no other; the sets must be distinct.
[[nodiscard]] ItemsetList keep_maximal(const ItemsetList& sets, std::size_t items, const Run& run);

// The smallest number of baskets that is at least `share` (in (0,1]) of `baskets`, never 0.
[[nodiscard]] std::uint32_t support_of_share(double share, std::size_t baskets);

}  // namespace privet::mining
