// SPDX-License-Identifier: Apache-2.0
#include "baskets/category_loss.h"

#include <gtest/gtest.h>

namespace privet::baskets {
namespace {

TEST(CategoryLoss, CountsByTheGroupsBelowTheRoot) {
  Baskets data;
  for (const auto* name : {"beer", "wine", "milk", "ink"}) (void)data.add_item(name);
  data.add(std::vector<ItemId>{0, 1, 2});
  data.add(std::vector<ItemId>{0, 3});
  data.add(std::vector<ItemId>{0});
  const Hierarchy taxonomy({.levels = 3,
                            .labels = {"beer", "drink", "*", "wine", "drink", "*", "milk", "dairy",
                                       "*", "tea", "hot", "*"}});
  const std::vector<ItemId> suppressed{1, 3};
  const auto losses = category_losses(data, suppressed, taxonomy);
  ASSERT_EQ(losses.size(), 3U);
  EXPECT_EQ(losses[0].category, "drink");
  EXPECT_EQ(losses[0].items, 2U);
  EXPECT_EQ(losses[0].suppressed, 1U);
  EXPECT_EQ(losses[0].occurrences, 4U);
  EXPECT_EQ(losses[0].lost, 1U);
  EXPECT_EQ(losses[1].category, "dairy");
  EXPECT_EQ(losses[1].lost, 0U);
  EXPECT_EQ(losses[2].category, "(not in the taxonomy)");
  EXPECT_EQ(losses[2].lost, 1U);
}

// With only two levels the items themselves are the groups below the root.
TEST(CategoryLoss, TakesAFlatTaxonomy) {
  Baskets data;
  (void)data.add_item("beer");
  data.add(std::vector<ItemId>{0});
  const Hierarchy flat({.levels = 2, .labels = {"beer", "*"}});
  EXPECT_EQ(category_losses(data, {}, flat).front().category, "beer");
}

}  // namespace
}  // namespace privet::baskets
