// SPDX-License-Identifier: Apache-2.0
// The three depth-first searches behind mine_itemsets, over either expander. Each runs one branch:
// the sets whose first item (by rank) is given. Internal to mining/rules/itemsets.cpp.
#pragma once

#include <algorithm>
#include <deque>
#include <span>
#include <vector>

#include "base/run.h"
#include "mining/rules/itemsets.h"
#include "mining/rules/itemsets_vertical.h"

namespace privet::mining {

// What every search needs: the data, the wish, a place for results, and buffers by depth.
template <class Expander>
class BranchSearch {
 public:
  using Set = typename Expander::Set;

  BranchSearch(const RankedBaskets& data, const typename Expander::Shared& shared,
               const ItemsetOptions& options, const Run& run)
      : data_(data), options_(options), run_(run), expander_(data, shared) {
    found_.keep_first(options.keep);
  }

  [[nodiscard]] ItemsetList take() { return std::move(found_); }

 protected:
  Extensions<Set>& level(std::size_t depth) {
    while (levels_.size() <= depth) levels_.emplace_back();
    return levels_[depth];
  }

  void report(std::span<const Rank> set, std::uint32_t support) {
    if (set.size() > options_.max_length) return;
    if (!found_.wants(support)) {
      found_.count_one();
      return;
    }
    named_.clear();
    for (const Rank rank : set) named_.push_back(data_.items[rank]);
    std::sort(named_.begin(), named_.end());
    found_.add(named_, support);
  }

  void breathe() {
    if (++steps_ % 256 == 0) run_.check_cancelled();
  }

  const RankedBaskets& data_;
  const ItemsetOptions& options_;
  const Run& run_;
  Expander expander_;

 private:
  std::deque<Extensions<Set>> levels_;  // a deque: references stay valid while it grows
  std::vector<ItemId> named_;
  ItemsetList found_;
  std::size_t steps_ = 0;
};

// The ranks after `first`: what a branch may add.
inline std::vector<Rank> ranks_after(Rank first, std::size_t count) {
  std::vector<Rank> tail;
  for (Rank rank = first + 1; rank < count; ++rank) tail.push_back(rank);
  return tail;
}

template <class Expander>
class FrequentSearch : public BranchSearch<Expander> {
 public:
  using typename BranchSearch<Expander>::Set;
  using BranchSearch<Expander>::BranchSearch;

  void branch(const Extension<Set>& first) {
    prefix_.assign(1, first.rank);
    const auto tail = ranks_after(first.rank, this->data_.items.size());
    descend(first, tail, 0);
  }

 private:
  void descend(const Extension<Set>& node, std::span<const Rank> tail, std::size_t depth) {
    this->breathe();
    this->report(prefix_, node.support);
    if (tail.empty() || prefix_.size() >= this->options_.max_length) return;
    auto& level = this->level(depth);
    this->expander_.expand(node.set, tail, this->options_.min_support, level);
    std::vector<Rank> next;
    next.reserve(level.used);
    for (const auto& extension : level.view()) next.push_back(extension.rank);
    for (std::size_t i = 0; i < next.size(); ++i) {
      prefix_.push_back(next[i]);
      descend(level.all[i], std::span(next).subspan(i + 1), depth + 1);
      prefix_.pop_back();
    }
  }

  std::vector<Rank> prefix_;
};

template <class Expander>
class ClosedSearch : public BranchSearch<Expander> {
 public:
  using typename BranchSearch<Expander>::Set;
  using BranchSearch<Expander>::BranchSearch;

  // `base` is the closure of the empty set.
  void branch(const Extension<Set>& first, std::span<const Rank> base) { close(first, base, 0); }

 private:
  // Extends the closed set `parent` by the node's item; goes on only if the closure adds no item
  // before it: otherwise another branch owns this closed set.
  void close(const Extension<Set>& node, std::span<const Rank> parent, std::size_t depth) {
    this->breathe();
    std::vector<Rank> closed;
    this->expander_.closure(node.set, node.support, closed);
    for (std::size_t i = 0, j = 0; i < closed.size() && closed[i] < node.rank; ++i) {
      if (j < parent.size() && parent[j] == closed[i]) {
        ++j;
      } else {
        return;
      }
    }
    this->report(closed, node.support);
    std::vector<Rank> tail;
    for (const Rank rank : ranks_after(node.rank, this->data_.items.size())) {
      if (!std::binary_search(closed.begin(), closed.end(), rank)) tail.push_back(rank);
    }
    auto& level = this->level(depth);
    this->expander_.expand(node.set, tail, this->options_.min_support, level);
    for (std::size_t i = 0; i < level.used; ++i) close(level.all[i], closed, depth + 1);
  }
};

// Sets found so far, as one bitmap of set numbers for each rank, so that "is this inside one of
// them" is a conjunction.
class KnownSets {
 public:
  explicit KnownSets(std::size_t ranks) : holders_(ranks) {}
  void add(std::span<const Rank> set);
  [[nodiscard]] bool covers(std::span<const Rank> set) const;

 private:
  std::vector<std::vector<Word>> holders_;  // shorter than the others: the rest is zero
  std::size_t count_ = 0;
};

template <class Expander>
class MaximalSearch : public BranchSearch<Expander> {
 public:
  using typename BranchSearch<Expander>::Set;
  MaximalSearch(const RankedBaskets& data, const typename Expander::Shared& shared,
                const ItemsetOptions& options, const Run& run)
      : BranchSearch<Expander>(data, shared, options, run), known_(data.items.size()) {}

  // Finds the sets that are maximal within the branch; a set of an earlier branch may cover them.
  void branch(const Extension<Set>& first) {
    const auto tail = ranks_after(first.rank, this->data_.items.size());
    std::vector<Rank> head{first.rank};
    descend(head, first, tail, 0);
  }

 private:
  void descend(std::vector<Rank>& head, const Extension<Set>& node, std::span<const Rank> tail,
               std::size_t depth) {
    this->breathe();
    const std::size_t head_size = head.size();
    auto& level = this->level(depth);
    this->expander_.expand(node.set, tail, this->options_.min_support, level);
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < level.used; ++i) {
      // An item in all baskets of the head belongs to every maximal set below it.
      if (level.all[i].support == node.support) {
        head.push_back(level.all[i].rank);
      } else {
        order.push_back(i);
      }
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return level.all[a].support < level.all[b].support;
    });
    std::vector<Rank> next;
    for (const std::size_t i : order) next.push_back(level.all[i].rank);
    if (next.empty() && !known_.covers(head)) {
      known_.add(head);
      this->report(head, node.support);
    }
    explore(head, level, order, next, depth);
    head.resize(head_size);
  }

  void explore(std::vector<Rank>& head, Extensions<Set>& level, std::span<const std::size_t> order,
               std::span<const Rank> next, std::size_t depth) {
    const std::size_t head_size = head.size();
    for (std::size_t i = 0; i < next.size(); ++i) {
      // The head with everything still to come: inside a known set, nothing below is new.
      head.insert(head.end(), next.begin() + static_cast<std::ptrdiff_t>(i), next.end());
      const bool covered = known_.covers(head);
      head.resize(head_size);
      if (covered) return;
      head.push_back(next[i]);
      descend(head, level.all[order[i]], next.subspan(i + 1), depth + 1);
      head.resize(head_size);
    }
  }

  KnownSets known_;
};

}  // namespace privet::mining
