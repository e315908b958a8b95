// SPDX-License-Identifier: Apache-2.0
#include "baskets/border_method.h"

#include <algorithm>
#include <optional>
#include <set>

#include "base/error.h"
#include "baskets/duality.h"
#include "baskets/mole_tree.h"

namespace privet::baskets {
namespace {

// The baskets cut to public items still there: can any basket be recognised by its public items?
class Remaining {
 public:
  Remaining(const Baskets& baskets, const ItemKinds& kinds)
      : baskets_(baskets),
        here_(baskets.items()),
        holders_(baskets.items()),
        supports_(baskets.supports()) {
    for (ItemId item = 0; item < baskets.items(); ++item) {
      here_[item] = kinds[item] == ItemKind::Public;
    }
    for (BasketId id = 0; id < baskets.size(); ++id) {
      for (const ItemId item : baskets.basket(id)) {
        if (here_[item]) holders_[item].push_back(id);
      }
    }
  }

  [[nodiscard]] const std::vector<bool>& here() const { return here_; }
  void suppress(ItemId item) { here_[item] = false; }
  [[nodiscard]] std::size_t longest() const {
    std::size_t longest = 0;
    for (BasketId id = 0; id < baskets_.size(); ++id) longest = std::max(longest, row(id).size());
    return longest;
  }

  // Is the item in a set of any size with fewer than k baskets? The largest sets around it are the
  // baskets that hold it.
  [[nodiscard]] bool in_rare_set(ItemId item, std::size_t k) const {
    std::set<std::vector<ItemId>> judged;  // many baskets are equal once cut
    return std::ranges::any_of(holders_[item], [&](BasketId id) {
      const auto [it, fresh] = judged.insert(row(id));
      return fresh && rare(*it, k);
    });
  }

 private:
  [[nodiscard]] std::vector<ItemId> row(BasketId id) const {
    std::vector<ItemId> out;
    for (const ItemId item : baskets_.basket(id)) {
      if (here_[item]) out.push_back(item);
    }
    return out;
  }
  [[nodiscard]] bool rare(const std::vector<ItemId>& set, std::size_t k) const {
    const ItemId rarest = *std::ranges::min_element(
        set, [&](ItemId a, ItemId b) { return supports_[a] < supports_[b]; });
    std::size_t found = 0;
    for (const BasketId id : holders_[rarest]) {
      if (std::ranges::includes(baskets_.basket(id), set) && ++found >= k) return false;
    }
    return true;
  }

  const Baskets& baskets_;
  std::vector<bool> here_;
  std::vector<std::vector<BasketId>> holders_;
  std::vector<std::uint32_t> supports_;
};

class BorderMethod {
 public:
  BorderMethod(const Baskets& baskets, const ItemKinds& kinds, const Coherence& wanted,
               const NuggetOptions& options, const Run& run)
      : baskets_(baskets),
        kinds_(kinds),
        wanted_(wanted),
        options_(options),
        run_(run),
        supports_(baskets.supports()),
        remaining_(baskets, kinds),
        nugget_border_(nugget_border(baskets, options.min_support, run)),
        nuggets_(nugget_border_.count(options.max_length, std::nullopt, run)) {
    out_.nuggets_before = nuggets_.total();
    out_.nugget_edges = nugget_border_.edges();
  }

  BorderSuppression run() {
    remove_single_moles();
    const auto upper = remove_items_without_nuggets();
    Border moles(upper, maximal_baskets(baskets_, remaining_.here(), run_), baskets_.items());
    out_.mole_edges = moles.edges();
    out_.minimal_moles += upper.size();
    Tally counts = moles.count(wanted_.p, std::nullopt, run_);
    out_.moles = counts.total();
    while (!moles.empty()) {
      run_.progress("suppressing items");
      const ItemId item = best_item(counts);
      counts.subtract(moles.count(wanted_.p, item, run_));
      moles.suppress(item);
      suppress(item);
    }
    out_.nuggets_after = nuggets_.total();
    return std::move(out_);
  }

 private:
  void suppress(ItemId item) {
    remaining_.suppress(item);
    out_.suppression.items.push_back(item);
    if (nuggets_.with(item) == 0) return;
    nuggets_.subtract(nugget_border_.count(options_.max_length, item, run_));
    nugget_border_.suppress(item);
  }

  void remove_single_moles() {
    const auto single = find_minimal_moles(baskets_, kinds_, {wanted_.h, wanted_.k, 1}, run_);
    PRIVET_CHECK(single.eligibility.eligible);
    for (std::size_t i = 0; i < single.moles.size(); ++i) suppress(single.moles.items(i).front());
    out_.suppression.single_moles = single.moles.size();
    out_.minimal_moles = single.moles.size();
  }

  // Suppresses items that are in a mole and in no nugget. Returns the minimal moles that are left:
  // they consist of items with nuggets.
  mining::ItemsetList remove_items_without_nuggets() {
    const std::size_t before = out_.suppression.items.size();
    const bool support_only =
        BreachBound(wanted_.h).vacuous() ||
        std::ranges::none_of(kinds_, [](ItemKind kind) { return kind == ItemKind::Private; });
    mining::ItemsetList left;
    if (support_only && wanted_.p >= remaining_.longest()) {
      remove_by_whole_baskets();
      left = minimal_moles_left();
    } else {
      left = remove_by_tree();
    }
    out_.free_items = out_.suppression.items.size() - before;
    return left;
  }

  // An attacker who knows any number of items knows whole baskets at worst, so no mole needs to be
  // found to see that an item is in one.
  void remove_by_whole_baskets() {
    std::vector<ItemId> order;
    for (ItemId item = 0; item < baskets_.items(); ++item) {
      if (remaining_.here()[item] && supports_[item] > 0 && nuggets_.with(item) == 0) {
        order.push_back(item);
      }
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](ItemId a, ItemId b) { return supports_[a] < supports_[b]; });
    for (const ItemId item : order) {
      run_.check_cancelled();
      if (remaining_.in_rare_set(item, wanted_.k)) suppress(item);
    }
  }

  MinimalMoles moles_of_remaining() {
    std::vector<ItemId> gone = out_.suppression.items;
    return find_minimal_moles(baskets::suppress(baskets_, gone), kinds_, wanted_, run_);
  }

  // Level by level, unless a long frequent set shows that the levels would be endless.
  mining::ItemsetList minimal_moles_left() {
    constexpr std::size_t kLongSet = 20;
    std::vector<ItemId> others;
    std::size_t there = 0;
    for (ItemId item = 0; item < baskets_.items(); ++item) {
      if (remaining_.here()[item]) {
        ++there;
      } else {
        others.push_back(item);
      }
    }
    const auto k = static_cast<std::uint32_t>(wanted_.k);
    const auto frequent =
        mining::mine_itemsets(baskets::suppress(baskets_, others),
                              {k, mining::kAnyLength, mining::ItemsetKind::Maximal}, run_);
    std::size_t longest = 0;
    for (std::size_t i = 0; i < frequent.size(); ++i) {
      longest = std::max(longest, frequent.items(i).size());
    }
    if (longest >= kLongSet && there <= kMostDualItems) {
      return minimal_outside(frequent, maximal_baskets(baskets_, remaining_.here(), run_),
                             baskets_.items(), run_);
    }
    const auto found = moles_of_remaining();
    mining::ItemsetList out;
    for (std::size_t i = 0; i < found.moles.size(); ++i) {
      out.add(found.moles.items(i), found.moles.support(i));
    }
    return out;
  }

  mining::ItemsetList remove_by_tree() {
    const auto found = moles_of_remaining();
    const std::vector<std::uint64_t> losses(supports_.begin(), supports_.end());
    MoleTree tree(found.moles, losses);
    std::vector<bool> gone(baskets_.items());
    while (true) {
      run_.check_cancelled();
      ItemId best = kNoItem;
      for (ItemId item = 0; item < baskets_.items(); ++item) {
        if (tree.moles_with(item) == 0 || nuggets_.with(item) != 0) continue;
        if (best == kNoItem ||
            tree.moles_with(item) * supports_[best] > tree.moles_with(best) * supports_[item]) {
          best = item;
        }
      }
      if (best == kNoItem) break;
      tree.suppress(best);
      suppress(best);
      gone[best] = true;
    }
    mining::ItemsetList out;
    for (std::size_t i = 0; i < found.moles.size(); ++i) {
      const auto items = found.moles.items(i);
      if (std::ranges::none_of(items, [&](ItemId item) { return gone[item]; })) {
        out.add(items, found.moles.support(i));
      }
    }
    return out;
  }

  // Most moles for each nugget lost; then the fewer nuggets; then the earlier item. Items without
  // nuggets are in no mole by now.
  [[nodiscard]] ItemId best_item(const Tally& moles) const {
    ItemId best = kNoItem;
    long double best_score = 0;
    for (ItemId item = 0; item < baskets_.items(); ++item) {
      if (moles.with(item) == 0) continue;
      const auto score = static_cast<long double>(moles.with(item)) /
                         static_cast<long double>(nuggets_.with(item));
      if (best == kNoItem || score > best_score ||
          (score == best_score && nuggets_.with(item) < nuggets_.with(best))) {
        best = item;
        best_score = score;
      }
    }
    PRIVET_CHECK(best != kNoItem);
    return best;
  }

  const Baskets& baskets_;
  const ItemKinds& kinds_;
  const Coherence& wanted_;
  const NuggetOptions& options_;
  const Run& run_;
  std::vector<std::uint32_t> supports_;
  Remaining remaining_;
  Border nugget_border_;
  Tally nuggets_;
  BorderSuppression out_;
};

}  // namespace

double BorderSuppression::loss_of_nuggets() const {
  if (nuggets_before == 0) return 0.0;
  return static_cast<double>(static_cast<long double>(nuggets_before - nuggets_after) /
                             static_cast<long double>(nuggets_before));
}

BorderSuppression suppress_by_border(const Baskets& baskets, const ItemKinds& kinds,
                                     const Coherence& wanted, const NuggetOptions& nuggets,
                                     const Run& run) {
  PRIVET_CHECK(eligibility(baskets, kinds, wanted).eligible);
  return BorderMethod(baskets, kinds, wanted, nuggets, run).run();
}

}  // namespace privet::baskets
