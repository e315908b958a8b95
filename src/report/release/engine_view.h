// SPDX-License-Identifier: Apache-2.0
// A release that was made inside a database, as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "job/release/engine_release_job.h"

namespace privet {

[[nodiscard]] std::string engine_release_text(const job::EngineReleaseOutcome& outcome);
[[nodiscard]] Json engine_release_json(const job::EngineReleaseOutcome& outcome,
                                       const std::vector<std::string>& warnings);
// The statements that were sent, each different one once.
[[nodiscard]] std::string engine_statements_text(const std::vector<std::string>& statements);

}  // namespace privet
