// SPDX-License-Identifier: Apache-2.0
#include "baskets/border.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "baskets/duality.h"
#include "baskets/edges.h"
#include "baskets/moles.h"
#include "tests/support/figure10.h"
#include "tests/support/mole_oracle.h"
#include "tests/support/shared_data.h"

namespace privet::baskets {
namespace {

using testing_support::letters;
using testing_support::MoleOracle;
using Sets = std::vector<std::vector<ItemId>>;

ItemMask<1> mask(const std::string& text) {
  ItemMask<1> out;
  for (const ItemId item : letters(text)) out.insert(item);
  return out;
}
Edge<1> edge(const std::string& alpha, const std::string& beta) {
  return {mask(alpha), mask(beta)};
}

Sets sets(const std::vector<std::string>& texts) {
  Sets out;
  for (const auto& text : texts) out.push_back(letters(text));
  std::sort(out.begin(), out.end());
  return out;
}

mining::ItemsetList list(const std::vector<std::string>& texts) {
  mining::ItemsetList out;
  for (const auto& text : texts) out.add(letters(text), 0);
  return out;
}

// Example 15.
TEST(Edges, Intersection) {
  EXPECT_EQ(intersection(edge("ae", "abef"), edge("ab", "abeg")), edge("abe", "abe"));
  EXPECT_EQ(intersection(edge("ae", "abef"), edge("bg", "abeg")), std::nullopt);
}

// Example 16.
TEST(Edges, Difference) {
  EXPECT_EQ(difference(edge("ae", "adefg"), edge("ae", "ade")),
            (std::vector{edge("aef", "adefg"), edge("aeg", "adefg")}));
}

// Example 17: what <ae,adefg> covers beyond <ae,ade> and <a,abe>, up to four items: five sets.
TEST(Edges, CountBeyondExaminedEdges) {
  const Binomials binomials(7, 4, 10);
  Tally tally(7);
  EdgeCounter<1> counter(binomials, tally);
  const auto here = edge("ae", "adefg");
  std::vector<EdgeCounter<1>::Overlap> overlaps;
  for (const auto& examined : {edge("ae", "ade"), edge("a", "abe")}) {
    const auto one = EdgeCounter<1>::overlap(here, examined);
    ASSERT_TRUE(one);
    overlaps.push_back(*one);
  }
  counter.add(here, overlaps);
  EXPECT_EQ(to_text(tally.total()), "5");
  // aef, aeg, adef, adeg, aefg.
  EXPECT_EQ(to_text(tally.with(0)), "5");
  EXPECT_EQ(to_text(tally.with(3)), "2");
  EXPECT_EQ(to_text(tally.with(5)), "3");
  EXPECT_EQ(to_text(tally.with(6)), "3");
}

// W of a single edge, as in section 4.4.2: <af,abef> with ef and at most three items: aef only.
TEST(Edges, OneEdgeByBinomials) {
  const Binomials binomials(7, 3, 1);
  Tally tally(7);
  EdgeCounter<1> counter(binomials, tally);
  counter.add(edge("aef", "abef"), {});
  EXPECT_EQ(to_text(tally.total()), "1");
  const Binomials all(10, 10, 1);
  Tally more(10);
  EdgeCounter<1>(all, more).add(edge("a", "abcdefghij"), {});
  EXPECT_EQ(to_text(more.total()), "512");
}

TEST(Edges, CountsBeyondSixtyFourBits) {
  const Binomials binomials(100, 100, 1);
  EXPECT_EQ(to_text(binomials.sum(100, 0)), "1267650600228229401496703205376");
  EXPECT_THROW(Binomials(130, 130, 1), Error);
  EXPECT_EQ(to_text(Binomials(10000, 2, 5).sum(10000, 0)), "50005001");
}

Border figure17() {
  return {list({"ae", "af", "ag", "be", "bfg"}), list({"abef", "abfg", "befg"}), 10};
}

TEST(Border, RunningExampleFromData) {
  privet::Run run;
  const auto kinds = testing_support::figure10_kinds();
  const auto baskets = suppress(testing_support::figure10(), letters("cd"));
  const auto moles = find_minimal_moles(baskets, kinds, testing_support::figure10_wanted(), run);
  mining::ItemsetList upper;
  for (std::size_t i = 0; i < moles.moles.size(); ++i) upper.add(moles.moles.items(i), 0);
  std::vector<bool> take(10);
  for (std::size_t i = 0; i < 10; ++i) take[i] = kinds[i] == ItemKind::Public;
  const Border border(upper, maximal_baskets(baskets, take, run), 10);
  EXPECT_EQ(border.upper(), sets({"ae", "af", "ag", "be", "bfg"}));
  EXPECT_EQ(border.lower(), sets({"abef", "abfg", "befg"}));
  EXPECT_EQ(border.edges(), 8U);
}

TEST(Border, RunningExampleCounts) {
  privet::Run run;
  const auto border = figure17();
  const auto all = border.count(3, std::nullopt, run);
  EXPECT_EQ(to_text(all.total()), "12");
  EXPECT_EQ(to_text(all.with(0)), "8");
  EXPECT_EQ(to_text(all.with(1)), "7");
  EXPECT_EQ(to_text(all.with(4)), "6");
  EXPECT_EQ(to_text(all.with(5)), "6");
  EXPECT_EQ(to_text(all.with(6)), "5");
  // Example 14: ag, afg, abg.
  EXPECT_EQ(to_text(border.count(3, ItemId{0}, run).with(6)), "3");
}

// Example 18: a is suppressed.
TEST(Border, RunningExampleUpdate) {
  privet::Run run;
  auto border = figure17();
  const auto before = border.count(3, std::nullopt, run);
  const auto losers = border.count(3, ItemId{0}, run);
  EXPECT_EQ(losers.total(), before.with(0));
  border.suppress(0);
  EXPECT_EQ(border.upper(), sets({"be", "bfg"}));
  EXPECT_EQ(border.lower(), sets({"befg"}));
  const auto after = border.count(3, std::nullopt, run);
  for (const ItemId item : letters("befg")) {
    EXPECT_EQ(after.with(item), before.with(item) - losers.with(item));
  }
  EXPECT_EQ(to_text(after.with(1)), "4");  // be, bef, beg, bfg
  border.suppress(1);
  EXPECT_TRUE(border.empty());
  EXPECT_EQ(to_text(border.count(3, std::nullopt, run).total()), "0");
}

// Example 8: nuggets of support 4.
TEST(Border, RunningExampleNuggets) {
  privet::Run run;
  const auto border = nugget_border(testing_support::figure10(), 4, run);
  const auto counts = border.count(mining::kAnyLength, std::nullopt, run);
  EXPECT_EQ(to_text(counts.total()), "9");
  EXPECT_EQ(to_text(counts.with(1)), "3");
}

// The counts of moles and nuggets by borders, against every subset tried, while items go one by
// one.
TEST(Border, AgreesWithEverySubsetWhileItemsAreSuppressed) {
  privet::Run run;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    auto baskets =
        testing_support::random_baskets(40, 10, 0.2 + 0.12 * static_cast<double>(seed % 5), seed);
    const auto kinds = testing_support::last_private(baskets, 1);
    const Coherence wanted{0.7, 2 + seed % 4, seed % 3 == 0 ? kAnyPower : 2 + seed % 4};
    const auto moles = find_minimal_moles(baskets, kinds, wanted, run);
    if (!moles.eligibility.eligible) continue;
    mining::ItemsetList upper;
    for (std::size_t i = 0; i < moles.moles.size(); ++i) upper.add(moles.moles.items(i), 0);
    std::vector<bool> take(10);
    for (std::size_t i = 0; i < 10; ++i) take[i] = kinds[i] == ItemKind::Public;
    Border mole_border(upper, maximal_baskets(baskets, take, run), 10);
    Border nuggets = nugget_border(baskets, 5, run);
    Tally running = mole_border.count(wanted.p, std::nullopt, run);
    for (ItemId gone = 0; gone < 9; gone = gone + 2) {
      const MoleOracle oracle(baskets, kinds, wanted);
      const auto counts = mole_border.count(wanted.p, std::nullopt, run);
      EXPECT_EQ(counts.total(), oracle.moles());
      for (ItemId item = 0; item < 9; ++item) {
        EXPECT_EQ(counts.with(item), oracle.moles_with(item));
        EXPECT_EQ(running.with(item), oracle.moles_with(item));
      }
      for (const std::size_t length : {std::size_t{3}, mining::kAnyLength}) {
        const auto all =
            mining::mine_itemsets(baskets, {5, length, mining::ItemsetKind::Frequent}, run);
        const auto tally = nuggets.count(length, std::nullopt, run);
        EXPECT_EQ(tally.total(), all.size());
        std::vector<Count> with(10);
        for (std::size_t i = 0; i < all.size(); ++i) {
          for (const ItemId item : all.items(i)) ++with[item];
        }
        for (ItemId item = 0; item < 10; ++item) EXPECT_EQ(tally.with(item), with[item]);
      }
      running.subtract(mole_border.count(wanted.p, gone, run));
      mole_border.suppress(gone);
      nuggets.suppress(gone);
      baskets = suppress(baskets, std::span(&gone, 1));
    }
  }
}

// The minimal rare sets by duality are the minimal moles when only support counts.
TEST(Duality, FindsTheMinimalMoles) {
  privet::Run run;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto baskets =
        testing_support::random_baskets(50, 10, 0.3 + 0.1 * static_cast<double>(seed % 6), seed);
    const auto k = static_cast<std::uint32_t>(2 + seed % 9);
    const auto found =
        find_minimal_moles(baskets, ItemKinds(10, ItemKind::Public), {1.0, k, kAnyPower}, run);
    Sets expected;
    for (std::size_t i = 0; i < found.moles.size(); ++i) {
      expected.emplace_back(found.moles.items(i).begin(), found.moles.items(i).end());
    }
    std::sort(expected.begin(), expected.end());
    const auto dual = minimal_outside(
        mining::mine_itemsets(baskets, {k, mining::kAnyLength, mining::ItemsetKind::Maximal}, run),
        maximal_baskets(baskets, std::vector<bool>(10, true), run), 10, run);
    Sets sets_found;
    for (std::size_t i = 0; i < dual.size(); ++i) {
      sets_found.emplace_back(dual.items(i).begin(), dual.items(i).end());
    }
    EXPECT_EQ(sets_found, expected);
  }
}

// Connect at 60%: 32,341 edges stand for 21,250,671 nuggets (the thesis adds up overlapping edges).
TEST(Border, ConnectAtSixtyPercent) {
  PRIVET_NEED_DATA("fimi/connect.dat.gz");
  privet::Run run;
  const auto baskets =
      testing_support::read_baskets(testing_support::shared_data("fimi/connect.dat.gz"));
  const auto border = nugget_border(baskets, mining::support_of_share(0.6, baskets.size()), run);
  EXPECT_EQ(border.edges(), 32341U);
  EXPECT_EQ(to_text(border.count(mining::kAnyLength, std::nullopt, run).total()), "21250671");
}

}  // namespace
}  // namespace privet::baskets
