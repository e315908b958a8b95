// SPDX-License-Identifier: Apache-2.0
#include "mining/rules/itemsets.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/thread_pool.h"
#include "mining/rules/itemsets_search.h"

namespace privet::mining {
namespace {

// Runs `branch(i)` for each first item on all threads and joins the results in order.
template <class Branch>
ItemsetList over_branches(std::size_t count, const Run& run, const Branch& branch) {
  std::vector<ItemsetList> parts(count);
  run.pool().parallel_for(count, [&](std::size_t i) {
    run.check_cancelled();
    parts[i] = branch(i);
  });
  ItemsetList all;
  for (const auto& part : parts) all.append(part);
  return all;
}

template <class Expander>
ItemsetList mine_closed(const RankedBaskets& data, const typename Expander::Shared& shared,
                        Expander& expander, const ItemsetOptions& options, const Run& run,
                        Extensions<typename Expander::Set>& firsts) {
  std::vector<Rank> base;
  expander.closure(expander.root(), static_cast<std::uint32_t>(data.size()), base);
  ItemsetList all;
  if (!base.empty() && base.size() <= options.max_length) {
    std::vector<ItemId> named;
    for (const Rank rank : base) named.push_back(data.items[rank]);
    std::sort(named.begin(), named.end());
    all.add(named, static_cast<std::uint32_t>(data.size()));
  }
  all.append(over_branches(firsts.used, run, [&](std::size_t i) {
    if (std::binary_search(base.begin(), base.end(), firsts.all[i].rank)) return ItemsetList{};
    ClosedSearch<Expander> search(data, shared, options, run);
    search.branch(firsts.all[i], base);
    return search.take();
  }));
  return all;
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
  if (options.kind == ItemsetKind::Closed) {
    return mine_closed(data, shared, expander, options, run, firsts);
  }
  if (options.kind == ItemsetKind::Frequent) {
    return over_branches(firsts.used, run, [&](std::size_t i) {
      FrequentSearch<Expander> search(data, shared, options, run);
      search.branch(firsts.all[i]);
      return search.take();
    });
  }
  // A long set may cover a short one, so the length counts only once all are known.
  ItemsetOptions any_length = options;
  any_length.max_length = kAnyLength;
  const auto found = over_branches(firsts.used, run, [&](std::size_t i) {
    MaximalSearch<Expander> search(data, shared, any_length, run);
    search.branch(firsts.all[i]);
    return search.take();
  });
  const auto maximal = keep_maximal(found, items, run);
  ItemsetList out;
  for (std::size_t i = 0; i < maximal.size(); ++i) {
    if (maximal.items(i).size() <= options.max_length) {
      out.add(maximal.items(i), maximal.support(i));
    }
  }
  return out;
}

}  // namespace

void ItemsetList::add(std::span<const ItemId> items, std::uint32_t support) {
  items_.insert(items_.end(), items.begin(), items.end());
  ends_.push_back(items_.size());
  supports_.push_back(support);
}

void ItemsetList::append(const ItemsetList& other) {
  const std::size_t shift = items_.size();
  items_.insert(items_.end(), other.items_.begin(), other.items_.end());
  supports_.insert(supports_.end(), other.supports_.begin(), other.supports_.end());
  for (const std::size_t end : other.ends_) ends_.push_back(end + shift);
}

void ItemsetList::sort() {
  std::vector<std::size_t> order(size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (supports_[a] != supports_[b]) return supports_[a] > supports_[b];
    const auto left = items(a);
    const auto right = items(b);
    if (left.size() != right.size()) return left.size() < right.size();
    return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end());
  });
  ItemsetList sorted;
  for (const std::size_t i : order) sorted.add(items(i), supports_[i]);
  *this = std::move(sorted);
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
  return data.dense() ? mine_with<BitmapExpander>(data, baskets.items(), options, run)
                      : mine_with<ListExpander>(data, baskets.items(), options, run);
}

std::uint32_t support_of_share(double share, std::size_t baskets) {
  // A share written in decimal is rarely exact in binary; 5% of 100 must be 5, not 6.
  const double exact = share * static_cast<double>(baskets);
  const double nearest = std::round(exact);
  const double wanted = std::abs(exact - nearest) < 1e-6 ? nearest : std::ceil(exact);
  return static_cast<std::uint32_t>(std::max(1.0, wanted));
}

}  // namespace privet::mining
