// SPDX-License-Identifier: Apache-2.0
// What privet mine logistic and mine linear found, as text, JSON and a page.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "job/mining/glm_job.h"

namespace privet {

[[nodiscard]] std::string mine_glm_text(const job::MineGlmOutcome& found);
[[nodiscard]] Json mine_glm_json(const job::MineGlmOutcome& found);
[[nodiscard]] std::string mine_glm_page(const job::MineGlmOutcome& found);

// "Compared with: job = clerk, town = Kiel." for the 0/1 columns of a regression; empty if none.
[[nodiscard]] std::string references_text(const std::vector<mining::Factor>& factors);
[[nodiscard]] Json references_json(const std::vector<mining::Factor>& factors);

}  // namespace privet
