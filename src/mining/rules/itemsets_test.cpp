// SPDX-License-Identifier: Apache-2.0
#include "mining/rules/itemsets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <fstream>
#include <map>
#include <set>

#include "base/error.h"
#include "mining/rules/itemsets_bits.h"
#include "tests/support/baskets_input.h"
#include "tests/support/shared_data.h"

namespace privet::mining {
namespace {

using Found = std::map<std::vector<ItemId>, std::uint32_t>;

Found as_map(const ItemsetList& list) {
  Found out;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto items = list.items(i);
    EXPECT_TRUE(out.emplace(std::vector(items.begin(), items.end()), list.support(i)).second)
        << "an itemset came twice";
  }
  return out;
}

std::vector<ItemId> members(std::uint32_t mask) {
  std::vector<ItemId> out;
  for (ItemId i = 0; i < 32; ++i) {
    if (((mask >> i) & 1U) != 0) out.push_back(i);
  }
  return out;
}

// Every subset of the items, counted one by one.
Found brute_force(const Baskets& baskets, const ItemsetOptions& options) {
  std::vector<std::uint32_t> rows;
  for (BasketId id = 0; id < baskets.size(); ++id) {
    std::uint32_t mask = 0;
    for (const ItemId item : baskets.basket(id)) mask |= 1U << item;
    rows.push_back(mask);
  }
  const std::uint32_t end = 1U << baskets.items();
  std::vector<std::uint32_t> support(end);
  for (std::uint32_t set = 1; set < end; ++set) {
    for (const auto row : rows) support[set] += (row & set) == set ? 1 : 0;
  }
  Found out;
  for (std::uint32_t set = 1; set < end; ++set) {
    if (support[set] < options.min_support) continue;
    bool keep = static_cast<std::size_t>(std::popcount(set)) <= options.max_length;
    for (std::uint32_t bit = 1; bit < end; bit <<= 1U) {
      if ((set & bit) != 0) continue;
      if (options.kind == ItemsetKind::Closed && support[set | bit] == support[set]) keep = false;
      if (options.kind == ItemsetKind::Maximal && support[set | bit] >= options.min_support) {
        keep = false;
      }
    }
    if (keep) out.emplace(members(set), support[set]);
  }
  return out;
}

TEST(Itemsets, AgreeWithEverySubsetCounted) {
  privet::Run run;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const double density = seed % 3 == 0 ? 0.75 : seed % 3 == 1 ? 0.4 : 0.1;
    const auto baskets = testing_support::random_baskets(90, 10, density, seed);
    for (const auto kind : {ItemsetKind::Frequent, ItemsetKind::Closed, ItemsetKind::Maximal}) {
      for (const std::uint32_t support : {1U, 3U, 20U}) {
        for (const std::size_t length : {std::size_t{2}, std::size_t{4}, kAnyLength}) {
          const ItemsetOptions options{support, length, kind};
          EXPECT_EQ(as_map(mine_itemsets(baskets, options, run)), brute_force(baskets, options));
        }
      }
    }
  }
}

// Few baskets of many items: the lists instead of the bitmaps.
TEST(Itemsets, ListsFindWhatBitmapsFind) {
  privet::Run run;
  Baskets sparse = testing_support::random_baskets(300, 8, 0.02, 7);
  for (int i = 0; i < 2000; ++i) sparse.add({});
  for (const auto kind : {ItemsetKind::Frequent, ItemsetKind::Closed, ItemsetKind::Maximal}) {
    const ItemsetOptions options{1, kAnyLength, kind};
    EXPECT_EQ(as_map(mine_itemsets(sparse, options, run)), brute_force(sparse, options));
  }
}

// The first sets alone are those with which all sets begin, and the others are counted.
TEST(Itemsets, TheFirstAreThoseOfAll) {
  privet::Run run;
  for (const double density : {0.6, 0.05}) {
    Baskets baskets = testing_support::random_baskets(600, 12, density, 9);
    for (const auto kind : {ItemsetKind::Frequent, ItemsetKind::Closed, ItemsetKind::Maximal}) {
      ItemsetList all = mine_itemsets(baskets, {1, kAnyLength, kind}, run);
      all.sort();
      for (const std::size_t keep : {std::size_t{0}, std::size_t{1}, std::size_t{40}}) {
        ItemsetList first = mine_itemsets(baskets, {1, kAnyLength, kind, keep}, run);
        first.sort();
        EXPECT_EQ(first.found(), all.size());
        ASSERT_EQ(first.size(), std::min(keep, all.size()));
        for (std::size_t i = 0; i < first.size(); ++i) {
          EXPECT_EQ(first.support(i), all.support(i));
          EXPECT_TRUE(std::ranges::equal(first.items(i), all.items(i)));
        }
      }
    }
  }
}

TEST(Itemsets, AreSortedBySupportThenSizeThenItems) {
  privet::Run run;
  const Baskets baskets = testing_support::random_baskets(200, 10, 0.5, 10);
  ItemsetList list = mine_itemsets(baskets, {1, kAnyLength, ItemsetKind::Frequent}, run);
  list.sort();
  for (std::size_t i = 1; i < list.size(); ++i) {
    const auto a = list.items(i - 1);
    const auto b = list.items(i);
    const bool in_order =
        list.support(i - 1) != list.support(i) ? list.support(i - 1) > list.support(i)
        : a.size() != b.size()
            ? a.size() < b.size()
            : std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    ASSERT_TRUE(in_order) << i;
  }
}

TEST(Itemsets, AnItemInEveryBasketIsInEveryClosedSet) {
  privet::Run run;
  const auto baskets = testing_support::baskets_of({"x a b", "x a", "x b", "x"});
  const auto closed = as_map(mine_itemsets(baskets, {1, kAnyLength, ItemsetKind::Closed}, run));
  EXPECT_EQ(closed, (Found{{{0}, 4}, {{0, 1}, 2}, {{0, 2}, 2}, {{0, 1, 2}, 1}}));
}

TEST(Itemsets, NothingFromNothing) {
  privet::Run run;
  EXPECT_EQ(mine_itemsets(Baskets{}, {1, kAnyLength, ItemsetKind::Frequent}, run).size(), 0U);
  const auto one = testing_support::baskets_of({"a"});
  for (const auto kind : {ItemsetKind::Frequent, ItemsetKind::Closed, ItemsetKind::Maximal}) {
    EXPECT_EQ(mine_itemsets(one, {2, kAnyLength, kind}, run).size(), 0U);
    EXPECT_EQ(mine_itemsets(one, {1, kAnyLength, kind}, run).size(), 1U);
  }
  EXPECT_THROW(static_cast<void>(mine_itemsets(one, {0, 1, ItemsetKind::Frequent}, run)), Error);
}

TEST(Itemsets, ShareOfBasketsIsExactInDecimal) {
  EXPECT_EQ(support_of_share(0.05, 100), 5U);
  EXPECT_EQ(support_of_share(0.29, 100), 29U);
  EXPECT_EQ(support_of_share(0.01, 88162), 882U);
  EXPECT_EQ(support_of_share(0.0001, 10), 1U);
}

TEST(Itemsets, BitsCountAndContain) {
  const std::vector<Word> a{0xF0F0, 1};
  const std::vector<Word> b{0xFFFF, 3};
  std::vector<Word> out(2);
  EXPECT_EQ(count_bits(a), 9U);
  EXPECT_EQ(count_common(a, b), 9U);
  EXPECT_EQ(intersect(a, b, out), 9U);
  EXPECT_EQ(out, a);
  EXPECT_TRUE(contained(a, b));
  EXPECT_FALSE(contained(b, a));
}

// Lines "3 5 9 #SUP: 120" of another miner, with the items' names.
void expect_reference(const std::string& data, const std::string& reference,
                      std::uint32_t support) {
  privet::Run run;
  const auto baskets = testing_support::read_baskets(testing_support::shared_data(data));
  std::map<std::set<std::string>, std::uint32_t> expected;
  std::ifstream lines(testing_support::shared_data(reference));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::set<std::string> items;
    std::string word;
    while (words >> word && word != "#SUP:") items.insert(word);
    std::uint32_t count = 0;
    words >> count;
    expected.emplace(items, count);
  }
  ASSERT_FALSE(expected.empty());
  const auto list = mine_itemsets(baskets, {support, kAnyLength, ItemsetKind::Frequent}, run);
  std::map<std::set<std::string>, std::uint32_t> found;
  for (std::size_t i = 0; i < list.size(); ++i) {
    std::set<std::string> names;
    for (const ItemId item : list.items(i)) names.insert(baskets.name(item));
    found.emplace(names, list.support(i));
  }
  EXPECT_EQ(found, expected);
}

TEST(Itemsets, ChessAgreesWithReference) {
  PRIVET_NEED_DATA("fimi/chess.dat.gz");
  expect_reference("fimi/chess.dat.gz", "fimi/reference_spmf/chess_ms2500.txt", 2500);
}
TEST(Itemsets, RetailAgreesWithReference) {
  PRIVET_NEED_DATA("fimi/retail.dat.gz");
  expect_reference("fimi/retail.dat.gz", "fimi/reference_spmf/retail_ms1000.txt", 1000);
}
TEST(Itemsets, T10I4D100KAgreesWithReference) {
  PRIVET_NEED_DATA("fimi/T10I4D100K.dat.gz");
  expect_reference("fimi/T10I4D100K.dat.gz", "fimi/reference_spmf/T10I4D100K_ms1000.txt", 1000);
}

}  // namespace
}  // namespace privet::mining
