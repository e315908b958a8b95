// SPDX-License-Identifier: Apache-2.0
#include "baskets/check.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "baskets/attack.h"
#include "baskets/border_method.h"
#include "baskets/moles.h"
#include "baskets/suppression.h"
#include "tests/support/figure10.h"
#include "tests/support/mole_oracle.h"

namespace privet::baskets {
namespace {

using testing_support::letters;
using testing_support::MoleOracle;

TEST(Check, AgreesWithTheDefinition) {
  privet::Run run;
  std::size_t coherent = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    auto baskets =
        testing_support::random_baskets(80, 8, 0.2 + 0.15 * static_cast<double>(seed % 5), seed);
    // Many empty baskets make the items rare: lists instead of bitmaps.
    for (int i = 0; seed % 2 == 0 && i < 5000; ++i) baskets.add({});
    const auto kinds = testing_support::last_private(baskets, 2);
    const double shares[] = {0.4, 0.7, 1.0};
    const Coherence wanted{shares[seed % 3], 2 + seed % 4, seed % 4 == 0 ? kAnyPower : seed % 4};
    for (const bool cleaned : {false, true}) {
      if (cleaned) {
        const auto moles = find_minimal_moles(baskets, kinds, wanted, run);
        if (!moles.eligibility.eligible) continue;
        baskets = suppress(baskets, suppress_by_tree(baskets, moles, ItemLoss::Support, run).items);
      }
      const MoleOracle oracle(baskets, kinds, wanted);
      const auto verdict = check_coherence(baskets, kinds, wanted, 1000, run);
      EXPECT_EQ(verdict.coherent, oracle.moles() == 0);
      EXPECT_EQ(verdict.coherent, verdict.violations.empty());
      coherent += verdict.coherent ? 1 : 0;
      for (const auto& one : verdict.violations) {
        std::uint32_t mask = 0;
        for (const ItemId item : one.known) mask |= 1U << item;
        EXPECT_TRUE(oracle.mole[mask]);
        EXPECT_EQ(one.cohort, oracle.support[mask]);
      }
    }
  }
  EXPECT_GT(coherent, 10U);
}

TEST(Check, OneOccurrenceTooFewIsSeen) {
  privet::Run run;
  const auto kinds = ItemKinds(2, ItemKind::Public);
  const auto good = testing_support::baskets_of({"a b", "a b", "a", "b"});
  EXPECT_TRUE(check_coherence(good, kinds, {1.0, 2, 2}, 5, run).coherent);
  const auto bad = testing_support::baskets_of({"a b", "a", "a", "b"});
  const auto verdict = check_coherence(bad, kinds, {1.0, 2, 2}, 5, run);
  ASSERT_EQ(verdict.violations.size(), 1U);
  EXPECT_EQ(verdict.violations[0].known, letters("ab"));
  EXPECT_EQ(verdict.violations[0].cohort, 1U);
  EXPECT_TRUE(check_coherence(bad, kinds, {1.0, 2, 1}, 5, run).coherent);
}

TEST(BorderMethod, LeavesNoMoleAndNoItemWithoutReason) {
  privet::Run run;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto baskets =
        testing_support::random_baskets(60, 10, 0.2 + 0.1 * static_cast<double>(seed % 6), seed);
    const auto kinds = testing_support::last_private(baskets, 2);
    const Coherence wanted{seed % 2 == 0 ? 1.0 : 0.8, 2 + seed % 5,
                           seed % 3 == 0 ? kAnyPower : 1 + seed % 4};
    if (!eligibility(baskets, kinds, wanted).eligible) continue;
    const NuggetOptions nuggets{4 + static_cast<std::uint32_t>(seed % 20),
                                seed % 4 == 0 ? 3 : mining::kAnyLength};
    const auto result = suppress_by_border(baskets, kinds, wanted, nuggets, run);
    const auto after = suppress(baskets, result.suppression.items);
    EXPECT_EQ(MoleOracle(after, kinds, wanted).moles(), 0U);
    // The nuggets, counted by listing them before and after.
    const mining::ItemsetOptions all{nuggets.min_support, nuggets.max_length,
                                     mining::ItemsetKind::Frequent};
    EXPECT_EQ(result.nuggets_before, mining::mine_itemsets(baskets, all, run).size());
    EXPECT_EQ(result.nuggets_after, mining::mine_itemsets(after, all, run).size());
    // Every single item suppressed was in a mole of the baskets as they were then.
    auto now = baskets;
    for (const ItemId item : result.suppression.items) {
      EXPECT_GT(MoleOracle(now, kinds, wanted).moles_with(item), 0U);
      now = suppress(now, std::span(&item, 1));
    }
  }
}

// |M| a 8, b 7, e 6, f 6, g 5; |N| at support 4: a 2, b 3, e 2, f 3, g 3: first a (4 for each
// nugget). Then be, bef, beg, bfg are left: b 4/2, e 3/2, f 2/3, g 2/3: b.
TEST(BorderMethod, RunningExample) {
  privet::Run run;
  const auto baskets = testing_support::figure10();
  const auto result = suppress_by_border(baskets, testing_support::figure10_kinds(),
                                         testing_support::figure10_wanted(), {4}, run);
  EXPECT_EQ(result.suppression.items, letters("cdab"));
  EXPECT_EQ(result.suppression.single_moles, 2U);
  EXPECT_EQ(result.mole_edges, 8U);
  EXPECT_EQ(to_text(result.moles), "12");
  EXPECT_EQ(to_text(result.nuggets_before), "9");
  EXPECT_EQ(to_text(result.nuggets_after), "5");  // e, f, g, ef, fg
  EXPECT_NEAR(result.loss_of_nuggets(), 4.0 / 9.0, 1e-12);
}

// Example 6: three baskets match, two of them have the private item.
TEST(Attack, TheColleagueOfExampleSix) {
  const auto baskets =
      testing_support::baskets_of({"printer frame camera toy", "printer frame camera toy ink",
                                   "printer frame camera ink", "printer frame", "camera toy"});
  privet::Run run;
  const auto kinds = item_kinds(baskets, {{"toy"}, {}});
  const auto result = attack(baskets, kinds, std::vector<ItemId>{0, 1, 2, 2});
  EXPECT_EQ(result.cohort, (std::vector<BasketId>{0, 1, 2}));
  ASSERT_EQ(result.private_items.size(), 1U);
  EXPECT_NEAR(result.private_items[0].probability(result.cohort.size()), 2.0 / 3.0, 1e-12);
  EXPECT_TRUE(result.certain_items.empty());
  const auto known_ink = attack(baskets, kinds, std::vector<ItemId>{4});
  EXPECT_EQ(known_ink.certain_items, (std::vector<ItemId>{0, 1, 2}));
}

}  // namespace
}  // namespace privet::baskets
