// SPDX-License-Identifier: Apache-2.0
#include "quality/information_loss.h"

#include <gtest/gtest.h>

namespace privet {
namespace {

using Kind = GeneralizedValue::Kind;

TEST(InformationLoss, PaddingIsNoHeight) {
  // a1 and a2 hang one step below A; c1 and c2 two steps below B.
  const Hierarchy tree({.levels = 4,
                        .labels = {"a1", "a1", "A", "*", "a2", "a2", "A", "*",  //
                                   "c1", "C", "B", "*", "c2", "C", "B", "*"}});
  const auto heights = subtree_heights(tree);
  EXPECT_EQ(heights[*tree.find("a1")], 0U);
  EXPECT_EQ(heights[tree.parent(*tree.find("a1"))], 0U);
  EXPECT_EQ(heights[*tree.find("A")], 1U);
  EXPECT_EQ(heights[*tree.find("C")], 1U);
  EXPECT_EQ(heights[*tree.find("B")], 2U);
  EXPECT_EQ(heights[tree.root()], 3U);
  EXPECT_DOUBLE_EQ(height_shares(tree)[*tree.find("B")], 2.0 / 3.0);
}

TEST(InformationLoss, ATreeOfPaddingAloneCostsNothing) {
  const Hierarchy tree({.levels = 2, .labels = {"x", "x"}});
  EXPECT_EQ(height_shares(tree), (std::vector<double>{0, 0}));
}

// Class {Lincoln, Wichita} of a hierarchy of height 3 shows Midwest (height 2), ages [30-42]
// of 20..42 and two sexes: 2 x (2/3 + 12/22 + 1). The third record is suppressed: 3.
TEST(InformationLoss, SumsClassesAndSuppressedRecords) {
  const Table table =
      make_table({"city", "age", "sex"},
                 {{"Lincoln", "42", "F"}, {"Wichita", "30", "M"}, {"San Diego", "20", "M"}});
  const Hierarchy tree({.levels = 4,
                        .labels = {"Lincoln", "Nebraska", "Midwest", "US",  //
                                   "Wichita", "Kansas", "Midwest", "US",    //
                                   "San Diego", "California", "West", "US"}});
  const BoundHierarchy bound = bind(tree, table.column(0), "");
  Recoding recoding;
  recoding.class_of = {0, 0, kSuppressed};
  recoding.class_sizes = {2};
  recoding.attributes = {
      {0, {{.kind = Kind::Node, .node = *tree.find("Midwest")}}, {0}},
      {1, {{.kind = Kind::Range, .low = 1, .high = 2}}, {0}},
      {2, {{.kind = Kind::Set, .members = {0, 1}}}, {0}},
  };
  const RecodingContext context{table, {&bound, nullptr, nullptr}};
  EXPECT_NEAR(information_loss(recoding, context), 2 * (2.0 / 3 + 12.0 / 22 + 1) + 3, 1e-12);
}

}  // namespace
}  // namespace privet
