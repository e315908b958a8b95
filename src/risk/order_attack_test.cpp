// SPDX-License-Identifier: Apache-2.0
#include "risk/order_attack.h"

#include <gtest/gtest.h>

#include <random>

#include "data/group_rows.h"

namespace privet {
namespace {

// Ages 0 to 99, released as ranges of ten, in this order.
Table ranges(const std::vector<int>& ages) {
  std::vector<std::vector<std::string>> rows;
  for (const int age : ages) {
    const int low = age / 10 * 10;
    rows.push_back({"[" + std::to_string(low) + "-" + std::to_string(low + 9) + "]", "x"});
  }
  return make_table({"age", "city"}, rows);
}

std::vector<OrderRisk> measured(const Table& table) {
  const std::vector<AttributeId> quasi{0, 1};
  return measure_order(table, quasi, 10, privet::Run());
}

std::vector<int> ages_in_order() {
  std::vector<int> out(100);
  for (int i = 0; i < 100; ++i) out[static_cast<std::size_t>(i)] = i;
  return out;
}

TEST(OrderAttack, FindsASortedTableUpAndDown) {
  auto ages = ages_in_order();
  for (int way = 0; way < 2; ++way) {
    const auto found = measured(ranges(ages));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].column, "age");
    EXPECT_TRUE(found[0].sorted);
    EXPECT_TRUE(found[0].clustered);
    EXPECT_GT(std::abs(found[0].correlation), 0.99);
    EXPECT_EQ(found[0].exact, 0U);  // the ranges do not overlap: the order adds nothing
    std::reverse(ages.begin(), ages.end());
  }
}

TEST(OrderAttack, NarrowsOverlappingRanges) {
  // One exact value between two classes of ranges pins what lies beyond.
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 12; ++i) rows.push_back({"[20-40]"});
  for (int i = 0; i < 12; ++i) rows.push_back({"[40-60]"});
  rows.insert(rows.begin(), {"40"});  // the first is 40: so are all of the first class
  const Table table = make_table({"age"}, rows);
  const std::vector<AttributeId> quasi{0};
  const auto found = measure_order(table, quasi, 30, privet::Run());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found[0].sorted);
  EXPECT_EQ(found[0].exact, 12U);
  EXPECT_EQ(found[0].below, 25U);
}

TEST(OrderAttack, FindsNothingInShuffledTables) {
  std::mt19937 random(3);  // NOLINT: the same orders in every run
  for (int i = 0; i < 200; ++i) {
    auto ages = ages_in_order();
    std::shuffle(ages.begin(), ages.end(), random);
    EXPECT_TRUE(measured(ranges(ages)).empty());
  }
}

TEST(OrderAttack, FindsEqualTextsTogether) {
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 90; ++i) rows.push_back({i < 30 ? "Rome" : i < 60 ? "Bonn" : "Oslo"});
  const auto found = measure_order(make_table({"city"}, rows), {}, 1, privet::Run());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found[0].clustered);
  EXPECT_FALSE(found[0].sorted);
}

TEST(OrderAttack, AFewRecordsAreSortedByChance) {
  EXPECT_TRUE(measure_order(make_table({"age"}, {{"1"}, {"2"}, {"3"}, {"4"}}), {}, 1, privet::Run())
                  .empty());
}

}  // namespace
}  // namespace privet
