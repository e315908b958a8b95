// SPDX-License-Identifier: Apache-2.0
#include "mining/rules/itemsets.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/thread_pool.h"
#include "mining/rules/itemsets_search.h"
#include "mining/rules/itemsets_suffix.h"

namespace privet::mining {
namespace {

// Runs `branch(i)` for each first item on all threads and joins the results in order.
template <class Branch>
ItemsetList over_branches(std::size_t count, std::size_t keep, const Run& run,
                          const Branch& branch) {
  std::vector<ItemsetList> parts(count);
  std::atomic<std::size_t> begun{0};
  run.pool().parallel_for(count, [&](std::size_t i) {
    run.progress("mining itemsets", static_cast<double>(begun++) / static_cast<double>(count));
    parts[i] = branch(i);
  });
  ItemsetList all;
  all.keep_first(keep);
  for (auto& part : parts) {
    all.append(part);
    part = {};
  }
  return all;
}

template <class Expander>
ItemsetList mine_closed(const RankedBaskets& data, const typename Expander::Shared& shared,
                        Expander& expander, const ItemsetOptions& options, const Run& run,
                        Extensions<typename Expander::Set>& firsts) {
  std::vector<Rank> base;
  expander.closure(expander.root(), static_cast<std::uint32_t>(data.size()), base);
  ItemsetList all;
  all.keep_first(options.keep);
  if (!base.empty() && base.size() <= options.max_length) {
    std::vector<ItemId> named;
    for (const Rank rank : base) named.push_back(data.items[rank]);
    std::sort(named.begin(), named.end());
    all.add(named, static_cast<std::uint32_t>(data.size()));
  }
  all.append(over_branches(firsts.used, options.keep, run, [&](std::size_t i) {
    if (std::binary_search(base.begin(), base.end(), firsts.all[i].rank)) return ItemsetList{};
    ClosedSearch<Expander> search(data, shared, options, run);
    search.branch(firsts.all[i], base);
    return search.take();
  }));
  return all;
}

// A long set may cover a short one, so length and number count only once all are known.
template <class Expander>
ItemsetList mine_maximal(const RankedBaskets& data, std::size_t items,
                         const typename Expander::Shared& shared, const ItemsetOptions& options,
                         const Run& run, Extensions<typename Expander::Set>& firsts) {
  ItemsetOptions any = options;
  any.max_length = kAnyLength;
  any.keep = kAnyLength;
  const auto found = over_branches(firsts.used, kAnyLength, run, [&](std::size_t i) {
    MaximalSearch<Expander> search(data, shared, any, run);
    search.branch(firsts.all[i]);
    return search.take();
  });
  const auto maximal = keep_maximal(found, items, run);
  ItemsetList out;
  out.keep_first(options.keep);
  for (std::size_t i = 0; i < maximal.size(); ++i) {
    if (maximal.items(i).size() <= options.max_length) {
      out.add(maximal.items(i), maximal.support(i));
    }
  }
  return out;
}

template <class Expander>
ItemsetList mine_with(const RankedBaskets& data, std::size_t items, const ItemsetOptions& options,
                      const Run& run) {
  const typename Expander::Shared shared(data);
  Expander expander(data, shared);
  std::vector<Rank> all(data.items.size());
  std::iota(all.begin(), all.end(), Rank{0});
  Extensions<typename Expander::Set> firsts;
  expander.expand(expander.root(), all, options.min_support, firsts);
  if (options.kind == ItemsetKind::Frequent) {
    return over_branches(firsts.used, options.keep, run, [&](std::size_t i) {
      FrequentSearch<Expander> search(data, shared, options, run);
      search.branch(firsts.all[i]);
      return search.take();
    });
  }
  if constexpr (Expander::kAnyOrder) {
    if (options.kind == ItemsetKind::Closed) {
      return mine_closed(data, shared, expander, options, run, firsts);
    }
    return mine_maximal<Expander>(data, items, shared, options, run, firsts);
  }
  PRIVET_CHECK(false);
}

}  // namespace

void ItemsetList::add(std::span<const ItemId> items, std::uint32_t support) {
  ++found_;
  if (!wants(support)) return;
  items_.insert(items_.end(), items.begin(), items.end());
  ends_.push_back(items_.size());
  supports_.push_back(support);
  constexpr std::size_t kRoom = 1024;
  if (keep_ < kAnyLength / 4 && size() >= 2 * keep_ + kRoom) thin_out();
}

void ItemsetList::append(const ItemsetList& other) {
  const std::size_t found = found_ + other.found_;
  if (keep_ == kAnyLength) {
    const std::size_t shift = items_.size();
    items_.insert(items_.end(), other.items_.begin(), other.items_.end());
    supports_.insert(supports_.end(), other.supports_.begin(), other.supports_.end());
    for (const std::size_t end : other.ends_) ends_.push_back(end + shift);
  } else {
    for (std::size_t i = 0; i < other.size(); ++i) add(other.items(i), other.support(i));
  }
  found_ = found;
}

void ItemsetList::thin_out() {
  sort();
  if (size() > 0) least_ = supports_.back();
}

namespace {

// What sets are sorted by, the first of their items packed so that most comparisons need no look at
// the others.
struct SetKey {
  std::uint64_t support_and_size;  // larger supports first
  std::uint64_t front;             // two items
  std::size_t set;
};

SetKey key_of(const ItemsetList& sets, std::size_t i) {
  const auto items = sets.items(i);
  const std::uint64_t first = items.empty() ? 0 : items[0] + std::uint64_t{1};
  const std::uint64_t second = items.size() < 2 ? 0 : items[1] + std::uint64_t{1};
  return {std::uint64_t{~sets.support(i)} << 32U | items.size(), first << 32U | second, i};
}

}  // namespace

void ItemsetList::sort() {
  std::vector<SetKey> order;
  order.reserve(size());
  for (std::size_t i = 0; i < size(); ++i) order.push_back(key_of(*this, i));
  const auto before = [&](const SetKey& a, const SetKey& b) {
    if (a.support_and_size != b.support_and_size) return a.support_and_size < b.support_and_size;
    if (a.front != b.front) return a.front < b.front;
    const auto left = items(a.set);
    const auto right = items(b.set);
    return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end());
  };
  const std::size_t kept = std::min(keep_, order.size());
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(kept);
  if (kept < order.size()) std::nth_element(order.begin(), end, order.end(), before);
  std::sort(order.begin(), end, before);
  ItemsetList sorted;
  for (auto it = order.begin(); it != end; ++it) sorted.add(items(it->set), supports_[it->set]);
  ends_ = std::move(sorted.ends_);
  items_ = std::move(sorted.items_);
  supports_ = std::move(sorted.supports_);
}

void KnownSets::add(std::span<const Rank> set) {
  for (const Rank rank : set) {
    auto& bits = holders_[rank];
    bits.resize(count_ / 64 + 1);
    bits[count_ / 64] |= Word{1} << (count_ % 64);
  }
  ++count_;
}

bool KnownSets::covers(std::span<const Rank> set) const {
  if (count_ == 0) return false;
  std::size_t words = words_for(count_);
  for (const Rank rank : set) words = std::min(words, holders_[rank].size());
  for (std::size_t w = words; w-- > 0;) {  // the latest sets are the likeliest
    Word common = ~Word{0};
    for (const Rank rank : set) {
      common &= holders_[rank][w];
      if (common == 0) break;
    }
    if (common != 0) return true;
  }
  return false;
}

ItemsetList keep_maximal(const ItemsetList& sets, std::size_t items, const Run& run) {
  std::vector<std::size_t> order(sets.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return sets.items(a).size() > sets.items(b).size();
  });
  KnownSets known(items);
  std::vector<Rank> ranks;  // here the items themselves
  std::vector<bool> keep(sets.size());
  for (const std::size_t i : order) {
    run.check_cancelled();
    ranks.assign(sets.items(i).begin(), sets.items(i).end());
    keep[i] = !known.covers(ranks);
    if (keep[i]) known.add(ranks);
  }
  ItemsetList out;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (keep[i]) out.add(sets.items(i), sets.support(i));
  }
  return out;
}

ItemsetList mine_itemsets(const Baskets& baskets, const ItemsetOptions& options, const Run& run) {
  if (options.min_support == 0) {
    throw Error(ErrorCode::Usage, "must be at least one basket", {.parameter = "--min-support"});
  }
  if (options.max_length == 0) {
    throw Error(ErrorCode::Usage, "must be at least 1", {.parameter = "--max-size"});
  }
  run.progress("mining itemsets");
  const RankedBaskets data(baskets, options.min_support);
  if (data.dense()) return mine_with<BitmapExpander>(data, baskets.items(), options, run);
  if (options.kind == ItemsetKind::Frequent && SuffixColumns::fits(data)) {
    return mine_with<SuffixExpander>(data, baskets.items(), options, run);
  }
  return mine_with<ListExpander>(data, baskets.items(), options, run);
}

std::uint32_t support_of_share(double share, std::size_t baskets) {
  // A share written in decimal is rarely exact in binary; 5% of 100 must be 5, not 6.
  const double exact = share * static_cast<double>(baskets);
  const double nearest = std::round(exact);
  const double wanted = std::abs(exact - nearest) < 1e-6 ? nearest : std::ceil(exact);
  return static_cast<std::uint32_t>(std::max(1.0, wanted));
}

}  // namespace privet::mining
