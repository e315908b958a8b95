// SPDX-License-Identifier: Apache-2.0
// What privet mine bayes found, as text, JSON and a page.
#pragma once

#include <string>

#include "base/json.h"
#include "job/mining/bayes_job.h"

namespace privet {

[[nodiscard]] std::string mine_bayes_text(const job::MineBayesOutcome& found);
[[nodiscard]] Json mine_bayes_json(const job::MineBayesOutcome& found);
[[nodiscard]] std::string mine_bayes_page(const job::MineBayesOutcome& found);

}  // namespace privet
