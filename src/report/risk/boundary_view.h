// SPDX-License-Identifier: Apache-2.0
// What a check of generalization boundaries found, as text and as JSON.
#pragma once

#include <string>

#include "base/json.h"
#include "risk/boundary_check.h"

namespace privet {

[[nodiscard]] std::string boundary_text(const BoundaryCheck& check);
// {"violations","possible","unreadable","exact","suppressed","columns":[..],"first":[..]}
[[nodiscard]] Json boundary_json(const BoundaryCheck& check);

}  // namespace privet
