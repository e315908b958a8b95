// SPDX-License-Identifier: Apache-2.0
// From itemsets to rules: found one by one, filtered, put in order.
#include <algorithm>
#include <array>

#include "base/error.h"
#include "mining/rules/rules.h"
#include "mining/rules/rules_internal.h"

namespace privet::mining {
namespace {

__extension__ using Wide = unsigned __int128;

std::vector<ItemList> larger_consequents(const std::vector<ItemList>& shorter) {
  std::vector<FrequentSet> sets;
  for (const auto& items : shorter) sets.push_back({items, 0});
  return candidates_from(sets);
}

double confidence_of(const RuleModel& model, const RulePlaces& rule) {
  return static_cast<double>(model.itemsets[rule.both].support) /
         static_cast<double>(model.itemsets[rule.antecedent].support);
}

double lift_of(const RuleModel& model, const RulePlaces& rule) {
  return static_cast<double>(model.itemsets[rule.both].support) *
         static_cast<double>(model.transactions) /
         (static_cast<double>(model.itemsets[rule.antecedent].support) *
          static_cast<double>(model.itemsets[rule.consequent].support));
}

// Which of two rules comes first. Shares are compared as fractions, so that rounding decides
// nothing; supports are below 2^42.
class Before {
 public:
  Before(const RuleModel& model, RuleOrder order) : model_(model), order_(order) {}

  bool operator()(const RulePlaces& a, const RulePlaces& b) const {
    const int lift = compare_lift(a, b);
    const int confidence = compare_confidence(a, b);
    const int support = compare(of(a.both), of(b.both));
    for (const int one : order_ == RuleOrder::Lift ? std::array{lift, confidence, support}
                         : order_ == RuleOrder::Confidence
                             ? std::array{confidence, lift, support}
                             : std::array{support, lift, confidence}) {
      if (one != 0) return one > 0;
    }
    if (a.both != b.both) return a.both < b.both;
    return a.consequent < b.consequent;
  }

 private:
  static int compare(Wide a, Wide b) { return a < b ? -1 : a > b ? 1 : 0; }
  [[nodiscard]] Wide of(std::uint32_t set) const { return model_.itemsets[set].support; }
  [[nodiscard]] int compare_confidence(const RulePlaces& a, const RulePlaces& b) const {
    return compare(of(a.both) * of(b.antecedent), of(b.both) * of(a.antecedent));
  }
  [[nodiscard]] int compare_lift(const RulePlaces& a, const RulePlaces& b) const {
    return compare(of(a.both) * of(b.antecedent) * of(b.consequent),
                   of(b.both) * of(a.antecedent) * of(a.consequent));
  }

  const RuleModel& model_;
  RuleOrder order_;
};

}  // namespace

bool smaller_set(const FrequentSet& a, const FrequentSet& b) {
  if (a.items.size() != b.items.size()) return a.items.size() < b.items.size();
  return a.items < b.items;
}

std::size_t find_itemset(std::span<const FrequentSet> itemsets, const ItemList& items) {
  const FrequentSet wanted{items, 0};
  const auto found = std::lower_bound(itemsets.begin(), itemsets.end(), wanted, smaller_set);
  const bool there = found != itemsets.end() && found->items == items;
  return there ? static_cast<std::size_t>(found - itemsets.begin()) : itemsets.size();
}

Rule RuleModel::rule(const RulePlaces& places) const {
  return {.antecedent = itemsets[places.antecedent].items,
          .consequent = itemsets[places.consequent].items,
          .support = itemsets[places.both].support,
          .confidence = confidence_of(*this, places),
          .lift = lift_of(*this, places)};
}

void each_rule(const RuleModel& model, const RuleOptions& options, const RuleVisitor& visit,
               const Run& run) {
  const auto place_of = [&](const ItemList& items) {
    const std::size_t at = find_itemset(model.itemsets, items);
    PRIVET_CHECK(at < model.itemsets.size());
    return static_cast<std::uint32_t>(at);
  };
  ItemList rest;
  for (std::size_t at = 0; at < model.itemsets.size(); ++at) {
    const ItemList& items = model.itemsets[at].items;
    run.progress("finding rules",
                 static_cast<double>(at) / static_cast<double>(model.itemsets.size()));
    std::vector<ItemList> consequents;
    if (items.size() > 1) {
      for (const ItemId item : items) consequents.push_back({item});
    }
    while (!consequents.empty()) {
      std::vector<ItemList> confident;
      for (auto& consequent : consequents) {
        if (consequent.size() == items.size()) break;
        rest.clear();
        std::set_difference(items.begin(), items.end(), consequent.begin(), consequent.end(),
                            std::back_inserter(rest));
        const RulePlaces rule{static_cast<std::uint32_t>(at), place_of(rest), place_of(consequent)};
        if (confidence_of(model, rule) < options.min_confidence) continue;
        confident.push_back(std::move(consequent));
        if (lift_of(model, rule) >= options.min_lift) visit(rule);
      }
      consequents = larger_consequents(confident);
    }
  }
}

std::vector<RulePlaces> rules_of(const RuleModel& model, const RuleOptions& options,
                                 const Run& run) {
  std::vector<RulePlaces> out;
  if (options.order == RuleOrder::Itemset) {
    each_rule(
        model, options,
        [&](const RulePlaces& rule) {
          if (options.top == 0 || out.size() < options.top) out.push_back(rule);
        },
        run);
    return out;
  }
  const Before before(model, options.order);
  // A heap whose front is the last of those kept.
  each_rule(
      model, options,
      [&](const RulePlaces& rule) {
        if (options.top > 0 && out.size() == options.top) {
          if (!before(rule, out.front())) return;
          std::pop_heap(out.begin(), out.end(), before);
          out.pop_back();
        }
        out.push_back(rule);
        if (options.top > 0) std::push_heap(out.begin(), out.end(), before);
      },
      run);
  std::sort(out.begin(), out.end(), before);
  return out;
}

}  // namespace privet::mining
