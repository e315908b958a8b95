// SPDX-License-Identifier: Apache-2.0
// What privet mine bayesnet found, as text and JSON.
#pragma once

#include <string>

#include "base/json.h"
#include "job/mining/bayesnet_job.h"

namespace privet {

[[nodiscard]] std::string mine_bayesnet_text(const job::MineBayesnetOutcome& found,
                                             job::NetworkView view);
[[nodiscard]] Json mine_bayesnet_json(const job::MineBayesnetOutcome& found);

}  // namespace privet
