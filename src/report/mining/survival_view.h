// SPDX-License-Identifier: Apache-2.0
// What privet mine survival found, as text, JSON and a page.
#pragma once

#include <string>

#include "base/json.h"
#include "job/mining/survival_job.h"

namespace privet {

[[nodiscard]] std::string mine_survival_text(const job::MineSurvivalOutcome& found);
[[nodiscard]] Json mine_survival_json(const job::MineSurvivalOutcome& found);
[[nodiscard]] std::string mine_survival_page(const job::MineSurvivalOutcome& found);

}  // namespace privet
