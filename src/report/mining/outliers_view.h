// SPDX-License-Identifier: Apache-2.0
// What privet mine outliers found, as text and JSON.
#pragma once

#include <string>

#include "base/json.h"
#include "job/mining/outliers_job.h"

namespace privet {

[[nodiscard]] std::string mine_outliers_text(const job::MineOutliersOutcome& found);
[[nodiscard]] Json mine_outliers_json(const job::MineOutliersOutcome& found);

}  // namespace privet
