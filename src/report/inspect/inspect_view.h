// SPDX-License-Identifier: Apache-2.0
// What a look at a table found, as text and as JSON.
#pragma once

#include <string>

#include "base/json.h"
#include "job/inspect/inspect_job.h"

namespace privet {

[[nodiscard]] std::string inspect_text(const job::InspectOutcome& outcome);
[[nodiscard]] Json inspect_json(const job::InspectOutcome& outcome);

}  // namespace privet
