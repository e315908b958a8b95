// SPDX-License-Identifier: Apache-2.0
#include "mining/rules/rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "base/error.h"
#include "base/sampling.h"

namespace privet::mining {
namespace {

Baskets baskets_from(const std::vector<std::vector<ItemId>>& lists, std::size_t items) {
  Baskets out;
  for (std::size_t i = 0; i < items; ++i) {
    (void)out.add_item(std::string(1, static_cast<char>('A' + i)));
  }
  for (const auto& list : lists) out.add(list);
  return out;
}

// Figure 3.1 of Vaidya (2004).
Baskets ten_transactions() {
  return baskets_from({{0, 2}, {2}, {0}, {1}, {2}, {0, 1, 2}, {0, 1}, {1, 2}, {}, {0, 1, 2}}, 3);
}

TEST(Rules, TheTenTransactions) {
  const privet::Run run;
  const RuleModel model = learn_rules(ten_transactions(), {2, 0.6, 0}, run);
  std::map<ItemList, std::uint64_t> supports;
  for (const auto& set : model.itemsets) supports[set.items] = set.support;
  EXPECT_EQ(
      supports,
      (std::map<ItemList, std::uint64_t>{
          {{0}, 5}, {{1}, 5}, {{2}, 6}, {{0, 1}, 3}, {{0, 2}, 3}, {{1, 2}, 3}, {{0, 1, 2}, 2}}));
  ASSERT_FALSE(model.rules.empty());
  EXPECT_EQ(rule_text(model, model.rule(model.rules[0])),
            "B -> A (support 3, confidence 0.6, lift 1.2)");
  // With three transactions needed, ABC is not frequent.
  EXPECT_EQ(learn_rules(ten_transactions(), {3, 0.6, 0}, run).itemsets.size(), 6U);
  EXPECT_EQ(learn_rules(ten_transactions(), {2, 0.6, 2}, run).itemsets.size(), 6U);
  EXPECT_THROW((void)learn_rules(ten_transactions(), {0, 0.6, 0}, run), Error);
}

// Items lie at several sites; a support is the number of transactions all sites' parts agree on.
class VerticalSupportOracle final : public SupportOracle {
 public:
  VerticalSupportOracle(const Baskets& baskets, std::size_t sites)
      : baskets_(baskets), sites_(sites) {}
  [[nodiscard]] std::uint64_t transactions() const override { return baskets_.size(); }
  [[nodiscard]] std::size_t items() const override { return baskets_.items(); }
  std::vector<std::uint64_t> supports(std::span<const ItemList> itemsets) override {
    ++rounds;
    std::vector<std::uint64_t> out;
    for (const auto& set : itemsets) {
      std::vector<std::size_t> agreeing(baskets_.size(), 0);
      for (std::size_t site = 0; site < sites_; ++site) {
        for (BasketId t = 0; t < baskets_.size(); ++t) {
          const auto basket = baskets_.basket(t);
          const bool has = std::all_of(set.begin(), set.end(), [&](ItemId item) {
            return item % sites_ != site || std::binary_search(basket.begin(), basket.end(), item);
          });
          if (has) ++agreeing[t];
        }
      }
      out.push_back(
          static_cast<std::uint64_t>(std::count(agreeing.begin(), agreeing.end(), sites_)));
    }
    return out;
  }
  std::size_t rounds = 0;

 private:
  const Baskets& baskets_;
  std::size_t sites_;
};

// Sorted, filtered and cut lists against sorting all rules by fractions here.
void expect_sorted(const RuleModel& model, RuleOptions options, const privet::Run& run) {
  using Fraction = std::pair<std::uint64_t, std::uint64_t>;
  const auto less = [](Fraction a, Fraction b) { return a.first * b.second < b.first * a.second; };
  const auto lift = [&](const RulePlaces& r) {
    return Fraction{model.itemsets[r.both].support,
                    model.itemsets[r.antecedent].support * model.itemsets[r.consequent].support};
  };
  options.min_lift = 1.1;
  std::vector<RulePlaces> all;
  for (const auto& rule : model.rules) {
    if (model.rule(rule).lift >= options.min_lift) all.push_back(rule);
  }
  EXPECT_EQ(rules_of(model, options, run), all);
  for (const RuleOrder order : {RuleOrder::Lift, RuleOrder::Confidence, RuleOrder::Support}) {
    options.order = order;
    options.top = 0;
    const auto sorted = rules_of(model, options, run);
    ASSERT_TRUE(std::is_permutation(sorted.begin(), sorted.end(), all.begin(), all.end()));
    for (std::size_t i = 1; i < sorted.size(); ++i) {
      const Rule a = model.rule(sorted[i - 1]);
      const Rule b = model.rule(sorted[i]);
      if (order == RuleOrder::Lift) {
        ASSERT_FALSE(less(lift(sorted[i - 1]), lift(sorted[i])));
      } else if (order == RuleOrder::Confidence) {
        ASSERT_GE(a.confidence, b.confidence);
      } else {
        ASSERT_GE(a.support, b.support);
      }
    }
    for (const std::size_t top : {1U, 3U, 1000U}) {
      options.top = top;
      const auto first = rules_of(model, options, run);
      ASSERT_EQ(first.size(), std::min<std::size_t>(top, sorted.size()));
      ASSERT_TRUE(std::equal(first.begin(), first.end(), sorted.begin()));
    }
  }
}

TEST(Rules, EqualBruteForceAndSitesOnRandomBaskets) {
  const privet::Run run;
  Sampler sampler(8);
  for (int round = 0; round < 60; ++round) {
    const std::size_t items = 1 + sampler.below(7);
    std::vector<std::vector<ItemId>> lists(5 + sampler.below(30));
    for (auto& list : lists) {
      for (ItemId i = 0; i < items; ++i) {
        if (sampler.unit() < 0.5) list.push_back(i);
      }
    }
    const Baskets baskets = baskets_from(lists, items);
    const RuleOptions options{1 + sampler.below(5), 0.1 * static_cast<double>(sampler.below(10)),
                              0};
    const RuleModel model = learn_rules(baskets, options, run);
    std::map<ItemList, std::uint64_t> frequent;
    const auto support = [&](unsigned mask) {
      std::uint64_t n = 0;
      for (const auto& list : lists) {
        unsigned have = 0;
        for (const ItemId i : list) have |= 1U << i;
        if ((have & mask) == mask) ++n;
      }
      return n;
    };
    const auto listed = [&](unsigned mask) {
      ItemList out;
      for (ItemId i = 0; i < items; ++i) {
        if ((mask >> i & 1U) != 0) out.push_back(i);
      }
      return out;
    };
    std::map<std::pair<ItemList, ItemList>, double> rules;
    for (unsigned mask = 1; mask < 1U << items; ++mask) {
      if (support(mask) < options.min_support) continue;
      frequent[listed(mask)] = support(mask);
      for (unsigned then = (mask - 1) & mask; then != 0; then = (then - 1) & mask) {
        const double confidence =
            static_cast<double>(support(mask)) / static_cast<double>(support(mask & ~then));
        if (confidence >= options.min_confidence) {
          rules[{listed(mask & ~then), listed(then)}] = confidence;
        }
      }
    }
    std::map<ItemList, std::uint64_t> found;
    for (const auto& set : model.itemsets) found[set.items] = set.support;
    ASSERT_EQ(found, frequent);
    ASSERT_EQ(found.size(), model.itemsets.size());
    std::map<std::pair<ItemList, ItemList>, double> given;
    for (const auto& places : model.rules) {
      const Rule rule = model.rule(places);
      given[{rule.antecedent, rule.consequent}] = rule.confidence;
    }
    expect_sorted(model, options, run);
    ASSERT_EQ(given, rules);
    ASSERT_EQ(given.size(), model.rules.size());
    VerticalSupportOracle sites(baskets, 1 + sampler.below(3));
    ASSERT_EQ(apriori(sites, options, run), model.itemsets);
    ASSERT_LE(sites.rounds, items) << "one question a pass";
    ASSERT_EQ(load_rules(save_rules(model), "m.json"), model);
  }
}

TEST(Rules, RowsOfATableAreBaskets) {
  const Table table = make_table({"sky", "wet"}, {{"grey", "yes"}, {"blue", "?"}, {"grey", "yes"}});
  const Baskets baskets = baskets_of(table, std::vector<AttributeId>{0, 1});
  EXPECT_EQ(baskets.items(), 3U);
  EXPECT_EQ(baskets.basket(1).size(), 1U);
  const privet::Run run;
  const RuleModel model = learn_rules(baskets, {2, 0.9, 0}, run);
  ASSERT_EQ(model.rules.size(), 2U);
  EXPECT_EQ(rule_text(model, model.rule(model.rules[1])),
            "sky=grey -> wet=yes (support 2, confidence 1, lift 1.5)");
}

}  // namespace
}  // namespace privet::mining
