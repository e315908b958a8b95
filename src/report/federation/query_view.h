// SPDX-License-Identifier: Apache-2.0
// The answer of a virtual database, as text and JSON.
#pragma once

#include <string>

#include "base/json.h"
#include "job/federation/query_job.h"

namespace privet {

[[nodiscard]] std::string federation_query_text(const job::FederationQueryOutcome& found);
[[nodiscard]] Json federation_query_json(const job::FederationQueryOutcome& found);

}  // namespace privet
