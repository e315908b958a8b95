// SPDX-License-Identifier: Apache-2.0
#include "baskets/suppression.h"

#include <algorithm>
#include <queue>
#include <unordered_map>

#include "base/error.h"
#include "baskets/mole_tree.h"

namespace privet::baskets {
namespace {

struct Choice {
  std::uint64_t moles;
  std::uint64_t loss;
  ItemId item;

  // Is this the worse choice? Fewer moles for each unit of loss; then the dearer; then the later.
  bool operator<(const Choice& other) const {
    const auto mine = moles * other.loss;
    const auto theirs = other.moles * loss;
    if (mine != theirs) return mine < theirs;
    if (loss != other.loss) return loss > other.loss;
    return item > other.item;
  }
};

// Baskets by the public items they keep: group numbers, refined item by item.
class Groups {
 public:
  Groups(const Baskets& baskets, const ItemKinds& kinds, const Coherence& wanted)
      : k_(wanted.k), bound_(wanted.h), group_(baskets.size()), secrets_(baskets.size()) {
    for (BasketId id = 0; id < baskets.size(); ++id) {
      for (const ItemId item : baskets.basket(id)) {
        if (kinds[item] == ItemKind::Private) secrets_[id].push_back(item);
      }
    }
    members_.emplace_back();
    for (std::uint32_t id = 0; id < group_.size(); ++id) members_[0].push_back(id);
  }

  // Splits every group by which baskets hold the item, if all parts are still good. Returns whether
  // it did.
  bool split(std::span<const std::uint32_t> holders) {
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> inside;
    for (const std::uint32_t id : holders) inside[group_[id]].push_back(id);
    for (const auto& [group, part] : inside) {
      if (part.size() == members_[group].size()) continue;
      if (members_[group].size() - part.size() < k_ || !good(part)) return false;
    }
    std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> rests;
    for (const auto& [group, part] : inside) {
      if (part.size() == members_[group].size()) continue;
      std::vector<std::uint32_t> rest;
      std::set_difference(members_[group].begin(), members_[group].end(), part.begin(), part.end(),
                          std::back_inserter(rest));
      if (!good(rest)) return false;
      rests.emplace_back(group, std::move(rest));
    }
    for (auto& [group, rest] : rests) {
      const auto made = static_cast<std::uint32_t>(members_.size());
      for (const std::uint32_t id : inside[group]) group_[id] = made;
      members_.push_back(std::move(inside[group]));
      members_[group] = std::move(rest);
    }
    return true;
  }

 private:
  bool good(std::span<const std::uint32_t> part) {
    if (part.size() < k_) return false;
    counts_.clear();
    std::uint32_t most = 0;
    for (const std::uint32_t id : part) {
      for (const ItemId secret : secrets_[id]) most = std::max(most, ++counts_[secret]);
    }
    return !bound_.broken_by({most, static_cast<std::uint32_t>(part.size()), kNoItem});
  }

  std::size_t k_;
  BreachBound bound_;
  std::vector<std::uint32_t> group_;
  std::vector<std::vector<ItemId>> secrets_;
  std::vector<std::vector<std::uint32_t>> members_;  // ascending
  std::unordered_map<ItemId, std::uint32_t> counts_;
};

// Adds the items outside minimal moles that some larger mole still contains: a basket that holds
// a minimal mole with room for one more item makes all its items part of a mole.
void add_companions(const Baskets& baskets, const ItemKinds& kinds, const MinimalMoles& moles,
                    const Coherence& wanted, const Run& run, std::vector<bool>& in_mole) {
  std::vector<std::vector<std::uint32_t>> by_first(baskets.items());
  for (std::uint32_t i = 0; i < moles.moles.size(); ++i) {
    const auto items = moles.moles.items(i);
    if (items.size() < wanted.p) by_first[items.front()].push_back(i);
  }
  for (BasketId id = 0; id < baskets.size(); ++id) {
    if (id % 1024 == 0) run.check_cancelled();
    const auto basket = baskets.basket(id);
    const bool new_here = std::ranges::any_of(
        basket, [&](ItemId item) { return kinds[item] == ItemKind::Public && !in_mole[item]; });
    if (!new_here) continue;
    const bool holds_one = std::ranges::any_of(basket, [&](ItemId first) {
      return std::ranges::any_of(by_first[first], [&](std::uint32_t i) {
        return std::ranges::includes(basket, moles.moles.items(i));
      });
    });
    if (!holds_one) continue;
    for (const ItemId item : basket) {
      if (kinds[item] == ItemKind::Public) in_mole[item] = true;
    }
  }
}

}  // namespace

Suppression suppress_by_tree(const Baskets& baskets, const MinimalMoles& moles, ItemLoss loss,
                             const Run& run) {
  PRIVET_CHECK(moles.eligibility.eligible);
  const auto supports = baskets.supports();
  std::vector<std::uint64_t> losses(supports.begin(), supports.end());
  if (loss == ItemLoss::Unit) std::fill(losses.begin(), losses.end(), 1);
  Suppression out;
  for (std::size_t i = 0; i < moles.moles.size(); ++i) {
    if (moles.moles.items(i).size() == 1) out.items.push_back(moles.moles.items(i).front());
  }
  out.single_moles = out.items.size();
  MoleTree tree(moles.moles, losses);
  const std::size_t all = tree.moles();
  std::priority_queue<Choice> queue;
  for (ItemId item = 0; item < losses.size(); ++item) {
    if (tree.moles_with(item) > 0) queue.push({tree.moles_with(item), losses[item], item});
  }
  while (tree.moles() > 0) {
    Choice best = queue.top();
    queue.pop();
    // The number of moles only falls, so an entry that is out of date is too high: put it back.
    if (const auto now = tree.moles_with(best.item); now != best.moles) {
      best.moles = now;
      if (now > 0) queue.push(best);
      continue;
    }
    run.progress("suppressing items",
                 1 - static_cast<double>(tree.moles()) / static_cast<double>(all));
    tree.suppress(best.item);
    out.items.push_back(best.item);
  }
  return out;
}

Suppression suppress_all_mole_items(const Baskets& baskets, const ItemKinds& kinds,
                                    const MinimalMoles& moles, const Coherence& wanted,
                                    const Run& run) {
  std::vector<bool> in_mole(baskets.items());
  Suppression out;
  for (std::size_t i = 0; i < moles.moles.size(); ++i) {
    const auto items = moles.moles.items(i);
    if (items.size() == 1) ++out.single_moles;
    for (const ItemId item : items) in_mole[item] = true;
  }
  add_companions(baskets, kinds, moles, wanted, run, in_mole);
  for (ItemId item = 0; item < in_mole.size(); ++item) {
    if (in_mole[item]) out.items.push_back(item);
  }
  return out;
}

Suppression suppress_for_groups(const Baskets& baskets, const ItemKinds& kinds,
                                const Coherence& wanted, const Run& run) {
  const auto supports = baskets.supports();
  std::vector<ItemId> order;
  for (ItemId item = 0; item < supports.size(); ++item) {
    if (kinds[item] == ItemKind::Public && supports[item] > 0) order.push_back(item);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](ItemId a, ItemId b) { return supports[a] > supports[b]; });
  std::vector<std::vector<std::uint32_t>> holders(baskets.items());
  for (BasketId id = 0; id < baskets.size(); ++id) {
    for (const ItemId item : baskets.basket(id)) {
      if (kinds[item] == ItemKind::Public) holders[item].push_back(id);
    }
  }
  Groups groups(baskets, kinds, wanted);
  Suppression out;
  for (std::size_t i = 0; i < order.size(); ++i) {
    run.progress("forming groups", static_cast<double>(i) / static_cast<double>(order.size()));
    if (!groups.split(holders[order[i]])) out.items.push_back(order[i]);
  }
  return out;
}

double loss_of_items(const Baskets& baskets, std::span<const ItemId> suppressed) {
  if (baskets.entries() == 0) return 0.0;
  const auto supports = baskets.supports();
  std::uint64_t lost = 0;
  for (const ItemId item : suppressed) lost += supports[item];
  return static_cast<double>(lost) / static_cast<double>(baskets.entries());
}

}  // namespace privet::baskets
