// SPDX-License-Identifier: Apache-2.0
// What privet mine cox found, as text, JSON and a page.
#pragma once

#include <string>

#include "base/json.h"
#include "job/mining/cox_job.h"

namespace privet {

[[nodiscard]] std::string mine_cox_text(const job::MineCoxOutcome& found);
[[nodiscard]] Json mine_cox_json(const job::MineCoxOutcome& found);
[[nodiscard]] std::string mine_cox_page(const job::MineCoxOutcome& found);

}  // namespace privet
