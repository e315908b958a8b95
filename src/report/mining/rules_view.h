// SPDX-License-Identifier: Apache-2.0
// What privet mine rules found, as text and JSON.
#pragma once

#include <string>

#include "base/json.h"
#include "job/mining/rules_job.h"

namespace privet {

[[nodiscard]] std::string mine_rules_text(const job::MineRulesOutcome& found);
[[nodiscard]] Json mine_rules_json(const job::MineRulesOutcome& found);

}  // namespace privet
