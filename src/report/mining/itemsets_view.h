// SPDX-License-Identifier: Apache-2.0
// What privet mine itemsets found, as text and JSON.
#pragma once

#include <cstddef>
#include <string>

#include "base/json.h"
#include "job/mining/itemsets_job.h"

namespace privet {

// The first `show` itemsets.
[[nodiscard]] std::string mine_itemsets_text(const job::MineItemsetsOutcome& found,
                                             std::size_t show);
[[nodiscard]] Json mine_itemsets_json(const job::MineItemsetsOutcome& found);

}  // namespace privet
