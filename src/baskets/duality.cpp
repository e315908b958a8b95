// SPDX-License-Identifier: Apache-2.0
#include "baskets/duality.h"

#include <algorithm>
#include <set>
#include <vector>

#include "base/error.h"
#include "baskets/coherence.h"
#include "baskets/edges.h"

namespace privet::baskets {
namespace {

using Mask = ItemMask<kMostDualItems / 64>;

// The members that hold no other; one of equals.
std::vector<Mask> minimal_members(std::vector<Mask> sets) {
  std::stable_sort(sets.begin(), sets.end(),
                   [](const Mask& a, const Mask& b) { return a.size() < b.size(); });
  std::vector<Mask> kept;
  for (const auto& set : sets) {
    if (std::ranges::none_of(kept, [&](const Mask& small) { return small.inside(set); })) {
      kept.push_back(set);
    }
  }
  return kept;
}

// The minimal sets that meet every one of `edges`.
std::vector<Mask> transversals(const std::vector<Mask>& edges, const Run& run) {
  std::vector<Mask> found(1);
  for (const auto& edge : edges) {
    run.check_cancelled();
    std::vector<Mask> meeting;
    std::vector<Mask> grown;
    for (const auto& set : found) {
      if (set.meets(edge)) {
        meeting.push_back(set);
        continue;
      }
      edge.each([&](std::size_t item) {
        grown.push_back(set);
        grown.back().insert(item);
      });
    }
    const std::size_t old = meeting.size();
    for (auto& set : grown) {
      // Two different sets grown by the same edge cannot hold each other unless an older one is
      // inside both.
      const bool holds_older =
          std::any_of(meeting.begin(), meeting.begin() + static_cast<std::ptrdiff_t>(old),
                      [&](const Mask& small) { return small.inside(set); });
      if (!holds_older) meeting.push_back(set);
    }
    found.swap(meeting);
  }
  return found;
}

}  // namespace

mining::ItemsetList minimal_outside(const mining::ItemsetList& maximal,
                                    const mining::ItemsetList& wholes, std::size_t items,
                                    const Run& run) {
  std::vector<std::uint32_t> bit_of(items, kNoItem);
  std::vector<ItemId> item_of;
  const auto mask_of = [&](std::span<const ItemId> set) {
    Mask out;
    for (const ItemId item : set) {
      if (bit_of[item] == kNoItem) {
        PRIVET_CHECK(item_of.size() < kMostDualItems);
        bit_of[item] = static_cast<std::uint32_t>(item_of.size());
        item_of.push_back(item);
      }
      out.insert(bit_of[item]);
    }
    return out;
  };
  std::vector<Mask> tops;
  for (std::size_t i = 0; i < maximal.size(); ++i) tops.push_back(mask_of(maximal.items(i)));
  std::set<std::vector<ItemId>> all;
  for (std::size_t i = 0; i < wholes.size(); ++i) {
    run.check_cancelled();
    const Mask whole = mask_of(wholes.items(i));
    std::vector<Mask> edges;
    for (const auto& top : tops) edges.push_back(whole - top);
    for (const auto& found : transversals(minimal_members(std::move(edges)), run)) {
      std::vector<ItemId> named;
      found.each([&](std::size_t bit) { named.push_back(item_of[bit]); });
      std::sort(named.begin(), named.end());
      if (!named.empty()) all.insert(std::move(named));
    }
  }
  mining::ItemsetList out;
  for (const auto& set : all) out.add(set, 0);
  return out;
}

}  // namespace privet::baskets
