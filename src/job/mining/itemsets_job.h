// SPDX-License-Identifier: Apache-2.0
// privet mine itemsets: finds the itemsets that occur in many baskets.
#pragma once

#include <cstdint>
#include <vector>

#include "data/baskets/baskets.h"
#include "job/input/basket_input.h"
#include "mining/rules/itemsets.h"
#include "mining/rules/min_support.h"

namespace privet::job {

struct MineItemsetsOptions {
  BasketInput input = {};
  mining::MinSupport min_support = {};
  std::size_t max_size = mining::kAnyLength;
  mining::ItemsetKind kind = mining::ItemsetKind::Frequent;
  std::size_t show = 50;                  // of them in a text
  std::size_t keep = mining::kAnyLength;  // more are not needed
};

struct MineItemsetsOutcome {
  Baskets baskets = {};            // only the names of the items if the rows stayed in a database
  std::uint64_t transactions = 0;  // baskets
  mining::ItemsetKind kind = mining::ItemsetKind::Frequent;
  std::uint32_t min_support = 1;      // baskets
  mining::ItemsetList itemsets = {};  // by descending support
};

[[nodiscard]] std::vector<Parameter> mine_itemsets_parameters();
[[nodiscard]] MineItemsetsOptions mine_itemsets_options(const Settings& settings);
[[nodiscard]] MineItemsetsOutcome run_mine_itemsets(const MineItemsetsOptions& options,
                                                    const Run& run);

}  // namespace privet::job
