// SPDX-License-Identifier: Apache-2.0
// What itemsets and rules share: Apriori's join.
#pragma once

#include <span>
#include <vector>

#include "mining/rules/rules.h"

namespace privet::mining {

// The sets with one item more whose every subset with one item less is among these, which are of
// one size and ascending.
[[nodiscard]] std::vector<ItemList> candidates_from(std::span<const FrequentSet> shorter);

}  // namespace privet::mining
