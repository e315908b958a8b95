// SPDX-License-Identifier: Apache-2.0
#include "quality/cell_cost.h"

#include <gtest/gtest.h>

namespace privet {
namespace {

using Kind = GeneralizedValue::Kind;

GeneralizedValue range(ValueId low, ValueId high, std::vector<ValueId> members = {}) {
  return {.kind = Kind::Range, .low = low, .high = high, .members = std::move(members)};
}

// A missing value beside numbers costs as much as one more value in a set, not everything at once.
TEST(CellCost, AMissingValueAmongNumbersIsOneMoreValue) {
  const Column column = make_column("age", {"?", "20", "30", "40"});
  const CellCost cost(column, nullptr);
  EXPECT_DOUBLE_EQ(cost.certainty_penalty(range(1, 2)), 0.5);
  EXPECT_DOUBLE_EQ(cost.certainty_penalty({.kind = Kind::Set, .members = {0, 1}}), 0.5);
  EXPECT_DOUBLE_EQ(cost.certainty_penalty(range(1, 2, {0})), 1.0);  // 10/20 and 2 of 4 values
  EXPECT_DOUBLE_EQ(cost.covered_share(range(1, 2, {0})), 0.75);
  std::vector<std::string> many{"?"};
  for (int i = 0; i <= 100; ++i) many.push_back(std::to_string(i));
  const Column wide = make_column("age", many);
  const CellCost fine(wide, nullptr);
  EXPECT_DOUBLE_EQ(fine.certainty_penalty(range(1, 11, {0})), 0.1 + 2.0 / 102);
}

// A coarser cell never costs less, and none costs more than everything.
TEST(CellCost, GrowsWithTheCell) {
  const Column column = make_column("x", {"?", "NA", "-3", "0", "0.5", "9", "9.0", "100"});
  const CellCost cost(column, nullptr);
  const auto check = [&](const GeneralizedValue& fine, const GeneralizedValue& coarse) {
    EXPECT_LE(cost.certainty_penalty(fine), cost.certainty_penalty(coarse));
    EXPECT_LE(cost.covered_share(fine), cost.covered_share(coarse));
    EXPECT_LE(cost.certainty_penalty(coarse), 1.0);
  };
  for (ValueId low = 2; low < 8; ++low) {
    for (ValueId high = low; high < 8; ++high) {
      const std::vector<std::vector<ValueId>> missing{{}, {0}, {0, 1}};
      for (std::size_t m = 0; m < missing.size(); ++m) {
        if (high < 7) check(range(low, high, missing[m]), range(low, high + 1, missing[m]));
        if (low > 2) check(range(low, high, missing[m]), range(low - 1, high, missing[m]));
        if (m < 2) check(range(low, high, missing[m]), range(low, high, missing[m + 1]));
      }
    }
  }
}

TEST(CellCost, WidthsBeyondTheLargestNumber) {
  const Column column = make_column("x", {"-1e308", "0", "1e308", "1.5e308"});
  const CellCost cost(column, nullptr);
  EXPECT_NEAR(cost.certainty_penalty(range(0, 1)), 0.4, 1e-12);
  EXPECT_NEAR(cost.certainty_penalty(range(0, 3)), 1.0, 1e-12);
  EXPECT_NEAR(cost.certainty_penalty(range(2, 3)), 0.2, 1e-12);
}

// The dictionary knows 10 and 90 from elsewhere: whoever has only the table does not.
TEST(CellCost, CountsWhatOccurs) {
  Column column = make_column("age", {"10", "20", "30", "40", "90"});
  column.codes = {1, 2, 3, 3};
  const CellCost cost(column, nullptr);
  EXPECT_DOUBLE_EQ(cost.values(), 3);
  EXPECT_DOUBLE_EQ(cost.covered_share(range(0, 2)), 2.0 / 3);
  EXPECT_DOUBLE_EQ(cost.certainty_penalty(range(0, 2)), 0.5);
  EXPECT_DOUBLE_EQ(cost.certainty_penalty(range(0, 4)), 1.0);
  EXPECT_DOUBLE_EQ(cost.certainty_penalty(range(0, 1)), 0.0);
}

TEST(CellCost, SpellingsOfOneNumberAreOneValue) {
  const Column column = make_column("n", {"01", "1", "1.0", "2", "3"});
  const CellCost cost(column, nullptr);
  EXPECT_DOUBLE_EQ(cost.values(), 3);
  EXPECT_DOUBLE_EQ(cost.covered_share(range(0, 2)), 0.0);
  EXPECT_DOUBLE_EQ(cost.certainty_penalty(range(0, 1)), 0.0);
  EXPECT_DOUBLE_EQ(cost.covered_share(range(2, 3)), 2.0 / 3);
}

TEST(CellCost, NodesCountTheirLeaves) {
  const Column column = make_column("city", {"rome", "milan", "lyon"});
  const Hierarchy tree(
      {.levels = 3,
       .labels = {"rome", "it", "*", "milan", "it", "*", "lyon", "fr", "*", "nice", "fr", "*"}});
  const BoundHierarchy bound = bind(tree, column, "");
  const auto it = tree.find("it");
  ASSERT_TRUE(it.has_value());
  const GeneralizedValue italy{.kind = Kind::Node, .node = *it};
  EXPECT_DOUBLE_EQ(CellCost(column, &bound).certainty_penalty(italy), 0.5);
}

}  // namespace
}  // namespace privet
