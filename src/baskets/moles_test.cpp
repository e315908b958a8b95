// SPDX-License-Identifier: Apache-2.0
#include "baskets/moles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/error.h"
#include "baskets/mole_tree.h"
#include "baskets/prepare.h"
#include "baskets/suppression.h"
#include "tests/support/figure10.h"
#include "tests/support/mole_oracle.h"

namespace privet::baskets {
namespace {

using testing_support::ItemSet;
using testing_support::letters;
using testing_support::MoleOracle;

std::set<ItemSet> sets_of(const MoleList& moles) {
  std::set<ItemSet> out;
  for (std::size_t i = 0; i < moles.size(); ++i) {
    const auto items = moles.items(i);
    EXPECT_TRUE(out.emplace(items.begin(), items.end()).second) << "a mole came twice";
  }
  return out;
}

std::size_t index_of(const MoleList& moles, const ItemSet& wanted) {
  for (std::size_t i = 0; i < moles.size(); ++i) {
    if (std::ranges::equal(moles.items(i), wanted)) return i;
  }
  ADD_FAILURE() << "no such mole";
  return 0;
}

TEST(Moles, RunningExample) {
  privet::Run run;
  const auto baskets = testing_support::figure10();
  const auto found = find_minimal_moles(baskets, testing_support::figure10_kinds(),
                                        testing_support::figure10_wanted(), run);
  ASSERT_TRUE(found.eligibility.eligible);
  EXPECT_EQ(sets_of(found.moles),
            (std::set<ItemSet>{letters("c"), letters("d"), letters("ae"), letters("af"),
                               letters("ag"), letters("be"), letters("bfg")}));
  EXPECT_EQ(found.by_size(), (std::vector<std::size_t>{0, 2, 4, 1}));
  // ag: three baskets, two of them with s2. It is the only one that breaks h alone.
  const auto ag = index_of(found.moles, letters("ag"));
  EXPECT_EQ(found.moles.support(ag), 3U);
  EXPECT_EQ(found.moles.breach(ag).count, 2U);
  EXPECT_EQ(found.moles.breach(ag).support, 3U);
  EXPECT_EQ(baskets.name(found.moles.breach(ag).item), "s2");
  EXPECT_EQ(found.breach_moles, 1U);
  EXPECT_EQ(found.moles.support(index_of(found.moles, letters("ae"))), 1U);
}

TEST(Moles, RunningExampleHasTwelveMolesAfterTheSingleOnes) {
  const auto kinds = testing_support::figure10_kinds();
  const auto left = suppress(testing_support::figure10(), letters("cd"));
  const MoleOracle oracle(left, kinds, testing_support::figure10_wanted());
  EXPECT_EQ(oracle.moles(), 12U);
  EXPECT_EQ(oracle.moles_with(0), 8U);
  EXPECT_EQ(oracle.moles_with(1), 7U);
  EXPECT_EQ(oracle.moles_with(4), 6U);
  EXPECT_EQ(oracle.moles_with(5), 6U);
  EXPECT_EQ(oracle.moles_with(6), 5U);
}

// Sparse and dense data, so that both ways to count are met.
TEST(Moles, AgreeWithEverySubsetTried) {
  privet::Run run;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const double density = 0.15 * static_cast<double>(1 + seed % 4);
    auto baskets = testing_support::random_baskets(120, 9, density, seed);
    // Many empty baskets make the items rare: lists instead of bitmaps.
    for (int i = 0; seed % 2 == 0 && i < 6000; ++i) baskets.add({});
    const auto kinds = testing_support::last_private(baskets, 2);
    const double shares[] = {0.15, 0.3, 0.5, 1.0};
    const Coherence wanted{shares[seed % 4], 2 + seed % 5,
                           seed % 3 == 0 ? kAnyPower : 1 + seed % 4};
    const MoleOracle oracle(baskets, kinds, wanted);
    const auto found = find_minimal_moles(baskets, kinds, wanted, run);
    EXPECT_EQ(found.eligibility.eligible, !oracle.mole[0]);
    if (!found.eligibility.eligible) continue;
    EXPECT_EQ(sets_of(found.moles), oracle.minimal_moles());
    std::size_t by_breach = 0;
    for (std::size_t i = 0; i < found.moles.size(); ++i) {
      std::uint32_t mask = 0;
      for (const ItemId item : found.moles.items(i)) mask |= 1U << item;
      EXPECT_EQ(found.moles.support(i), oracle.support[mask]);
      EXPECT_DOUBLE_EQ(found.moles.breach(i).probability(), oracle.breach[mask]);
      by_breach += oracle.support[mask] >= wanted.k ? 1 : 0;
    }
    EXPECT_EQ(found.breach_moles, by_breach);
  }
}

TEST(Moles, ManyPrivateItemsInDenseBaskets) {
  privet::Run run;
  Baskets baskets;
  for (int i = 0; i < 6; ++i) baskets.add_item("i" + std::to_string(i));
  for (int i = 0; i < 80; ++i) baskets.add_item("s" + std::to_string(i));
  Sampler sampler(3);
  for (int b = 0; b < 200; ++b) {
    std::vector<ItemId> items;
    for (ItemId i = 0; i < 6; ++i) {
      if (sampler.unit() < 0.6) items.push_back(i);
    }
    for (int i = 0; i < 2; ++i) items.push_back(static_cast<ItemId>(6 + sampler.below(80)));
    baskets.add(items);
  }
  const auto kinds = testing_support::last_private(baskets, 80);
  const Coherence wanted{0.08, 4, 4};
  const MoleOracle oracle(baskets, kinds, wanted);
  ASSERT_FALSE(oracle.mole[0]);
  EXPECT_EQ(sets_of(find_minimal_moles(baskets, kinds, wanted, run).moles), oracle.minimal_moles());
}

TEST(Moles, AnItemInTooManyBasketsLeavesNoRelease) {
  privet::Run run;
  const auto baskets = testing_support::baskets_of({"a s", "b s", "c s", "a b"});
  const auto kinds = item_kinds(baskets, {{"s"}, {}});
  const auto found = find_minimal_moles(baskets, kinds, {0.7, 2, 2}, run);
  EXPECT_FALSE(found.eligibility.eligible);
  EXPECT_EQ(baskets.name(found.eligibility.breach.item), "s");
  EXPECT_NE(found.eligibility.why.find("75.0%"), std::string::npos);
  EXPECT_TRUE(find_minimal_moles(baskets, kinds, {0.75, 2, 2}, run).eligibility.eligible);
  EXPECT_FALSE(find_minimal_moles(baskets, kinds, {1.0, 5, 2}, run).eligibility.eligible);
}

TEST(Moles, BoundIsExactInDecimal) {
  EXPECT_FALSE(BreachBound(0.29).broken_by({29, 100, 0}));
  EXPECT_TRUE(BreachBound(0.29).broken_by({30, 100, 0}));
  EXPECT_FALSE(BreachBound(1.0).broken_by({5, 5, 0}));
  EXPECT_TRUE(BreachBound(1.0).vacuous());
}

TEST(Moles, BadParametersAreNamed) {
  const auto parameter = [](const Coherence& wanted) {
    try {
      require_sound(wanted);
    } catch (const Error& error) {
      return error.place().parameter;
    }
    return std::string("none");
  };
  EXPECT_EQ(parameter({0.0, 2, 1}), "--h");
  EXPECT_EQ(parameter({1.01, 2, 1}), "--h");
  EXPECT_EQ(parameter({0.5, 1, 1}), "--k");
  EXPECT_EQ(parameter({0.5, 2, 0}), "--p");
  EXPECT_EQ(parameter({0.5, 2, 1}), "none");
}

TEST(Moles, KindsByNamePrefixAndContradiction) {
  const auto baskets = testing_support::baskets_of({"s1 s2 a b", "a"});
  EXPECT_EQ(item_kinds(baskets, {{"s*"}, {}}),
            (ItemKinds{ItemKind::Private, ItemKind::Private, ItemKind::Public, ItemKind::Public}));
  EXPECT_EQ(item_kinds(baskets, {{"s1"}, {"a"}}),
            (ItemKinds{ItemKind::Private, ItemKind::Plain, ItemKind::Public, ItemKind::Plain}));
  EXPECT_THROW(static_cast<void>(item_kinds(baskets, {{"s*"}, {"s1"}})), Error);
  EXPECT_THROW(static_cast<void>(item_kinds(baskets, {{}, {"nobody"}})), Error);
  EXPECT_THROW(static_cast<void>(item_kinds(baskets, {{"ghost"}, {}})), Error);
}

// Figure 14: M* = {db, da, dg, dc, ba, bg, bf}.
class FigureFourteen : public ::testing::Test {
 protected:
  FigureFourteen() {
    for (const auto* mole : {"bd", "ad", "dg", "cd", "ab", "bg", "bf"}) {
      moles_.add(letters(mole), 1, {});
    }
  }
  MoleList moles_;
  //                           a  b  c  d  e  f  g
  std::vector<std::uint64_t> loss_{3, 3, 2, 2, 3, 3, 4};
};

TEST_F(FigureFourteen, TreeAndUpdate) {
  MoleTree tree(moles_, loss_);
  EXPECT_EQ(tree.moles(), 7U);
  EXPECT_EQ(tree.moles_with(3), 4U);
  EXPECT_EQ(tree.moles_with(1), 4U);
  EXPECT_EQ(tree.moles_with(0), 2U);
  EXPECT_EQ(tree.moles_with(6), 2U);
  EXPECT_EQ(tree.moles_with(2), 1U);
  EXPECT_EQ(tree.moles_with(5), 1U);
  std::multimap<ItemId, std::uint32_t> under_root;
  for (const auto& node : tree.nodes().subspan(1)) {
    if (node.parent == 0) under_root.emplace(node.item, node.moles);
  }
  EXPECT_EQ(under_root, (std::multimap<ItemId, std::uint32_t>{{ItemId{3}, 4}, {ItemId{1}, 3}}));
  EXPECT_EQ(tree.nodes().size(), 1U + 2U + 7U);

  tree.suppress(3);
  EXPECT_EQ(tree.moles(), 3U);
  EXPECT_EQ(tree.moles_with(3), 0U);
  EXPECT_EQ(tree.moles_with(2), 0U);
  EXPECT_EQ(tree.moles_with(1), 3U);
  EXPECT_EQ(tree.moles_with(0), 1U);
  tree.suppress(1);
  EXPECT_EQ(tree.moles(), 0U);
}

TEST(Suppression, TreeCountsStayRightWhateverIsSuppressed) {
  privet::Run run;
  Sampler sampler(11);
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto baskets = testing_support::random_baskets(60, 9, 0.4, seed);
    const auto kinds = testing_support::last_private(baskets, 1);
    const auto found = find_minimal_moles(baskets, kinds, {1.0, 6, 4}, run);
    MoleTree tree(found.moles, std::vector<std::uint64_t>(baskets.items(), 1));
    std::set<ItemSet> left;
    for (const auto& mole : sets_of(found.moles)) {
      if (mole.size() > 1) left.insert(mole);
    }
    while (!left.empty()) {
      EXPECT_EQ(tree.moles(), left.size());
      for (ItemId item = 0; item < baskets.items(); ++item) {
        const auto with = std::ranges::count_if(
            left, [&](const ItemSet& mole) { return std::ranges::count(mole, item) > 0; });
        EXPECT_EQ(tree.moles_with(item), static_cast<std::uint64_t>(with));
      }
      const auto gone = static_cast<ItemId>(sampler.below(baskets.items()));
      tree.suppress(gone);
      std::erase_if(left, [&](const ItemSet& mole) { return std::ranges::count(mole, gone) > 0; });
    }
  }
}

// Coherent afterwards, and every itemset without a suppressed item as frequent as before.
void expect_sound(const Baskets& before, const ItemKinds& kinds, const Coherence& wanted,
                  const std::vector<ItemId>& suppressed) {
  for (const ItemId item : suppressed) EXPECT_EQ(kinds[item], ItemKind::Public);
  const auto after = suppress(before, suppressed);
  const MoleOracle now(after, kinds, wanted);
  const MoleOracle then(before, kinds, wanted);
  EXPECT_EQ(now.moles(), 0U);
  std::uint32_t gone = 0;
  for (const ItemId item : suppressed) gone |= 1U << item;
  for (std::uint32_t mask = 0; mask < now.support.size(); ++mask) {
    EXPECT_EQ(now.support[mask], (mask & gone) != 0 ? 0 : then.support[mask]);
  }
}

TEST(Suppression, EveryMethodLeavesNoMole) {
  privet::Run run;
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    const auto baskets =
        testing_support::random_baskets(150, 9, 0.15 + 0.1 * static_cast<double>(seed % 5), seed);
    const auto kinds = testing_support::last_private(baskets, 2);
    const Coherence wanted{0.6, 3 + seed % 9, 1 + seed % 4};
    const auto moles = find_minimal_moles(baskets, kinds, wanted, run);
    if (!moles.eligibility.eligible) continue;
    for (const auto loss : {ItemLoss::Support, ItemLoss::Unit}) {
      expect_sound(baskets, kinds, wanted, suppress_by_tree(baskets, moles, loss, run).items);
    }
    const auto groups = suppress_for_groups(baskets, kinds, wanted, run);
    expect_sound(baskets, kinds, {wanted.h, wanted.k, kAnyPower}, groups.items);
    const auto all = suppress_all_mole_items(baskets, kinds, moles, wanted, run);
    expect_sound(baskets, kinds, wanted, all.items);
    const MoleOracle oracle(baskets, kinds, wanted);
    for (ItemId item = 0; item < 7; ++item) {
      EXPECT_EQ(std::ranges::count(all.items, item) > 0, oracle.moles_with(item) > 0);
    }
  }
}

TEST(Suppression, RunningExampleByTree) {
  privet::Run run;
  const auto baskets = testing_support::figure10();
  const auto moles = find_minimal_moles(baskets, testing_support::figure10_kinds(),
                                        testing_support::figure10_wanted(), run);
  const auto chosen = suppress_by_tree(baskets, moles, ItemLoss::Support, run);
  EXPECT_EQ(chosen.single_moles, 2U);
  // MM/Sup: a 3/4, b 2/5, e 2/4, f 2/5, g 2/6: first a; then be and bfg are left: b.
  EXPECT_EQ(chosen.items, letters("cdab"));
  EXPECT_NEAR(loss_of_items(baskets, chosen.items), 11.0 / 33.0, 1e-12);
}

TEST(Prepare, RenamesSomeAndCopiesOneToEachBasket) {
  const auto raw = testing_support::baskets_of({"x a", "x b", "x a b", "x", "x c"});
  const auto made = prepare_experiment(raw, 0.5, 1);
  EXPECT_EQ(made.size(), raw.size());
  std::size_t renamed = 0;
  for (ItemId item = 0; item < raw.items(); ++item) {
    renamed += made.name(item) == "public:" + raw.name(item) ? 1 : 0;
  }
  EXPECT_EQ(renamed, 2U);
  const char* secrets[] = {"private:a", "private:b", "private:a", "private:none", "private:c"};
  for (BasketId id = 0; id < made.size(); ++id) {
    EXPECT_EQ(made.name(made.basket(id).back()), secrets[id]);
    EXPECT_EQ(made.basket(id).size(), raw.basket(id).size() + 1);
  }
  EXPECT_EQ(prepare_experiment(raw, 0.5, 1).name(0), made.name(0));
  EXPECT_THROW(static_cast<void>(prepare_experiment(raw, 0.0, 1)), Error);
}

}  // namespace
}  // namespace privet::baskets
