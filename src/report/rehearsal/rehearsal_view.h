// SPDX-License-Identifier: Apache-2.0
// What a rehearsal found, as text and JSON: the answer, what each party learned and why, and what
// it cost.
#pragma once

#include <string>

#include "base/json.h"
#include "job/rehearsal/rehearse_job.h"

namespace privet {

[[nodiscard]] std::string rehearse_text(const job::RehearseOutcome& found);
[[nodiscard]] Json rehearse_json(const job::RehearseOutcome& found);

}  // namespace privet
