// SPDX-License-Identifier: Apache-2.0
// What privet mine forest and mine boost found, as text, JSON and pages.
#pragma once

#include <string>

#include "base/json.h"
#include "job/mining/boost_job.h"
#include "job/mining/forest_job.h"

namespace privet {

[[nodiscard]] std::string mine_forest_text(const job::MineForestOutcome& found);
[[nodiscard]] Json mine_forest_json(const job::MineForestOutcome& found);
[[nodiscard]] std::string mine_forest_page(const job::MineForestOutcome& found);

[[nodiscard]] std::string mine_boost_text(const job::MineBoostOutcome& found);
[[nodiscard]] Json mine_boost_json(const job::MineBoostOutcome& found);
[[nodiscard]] std::string mine_boost_page(const job::MineBoostOutcome& found);

}  // namespace privet
