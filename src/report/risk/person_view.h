// SPDX-License-Identifier: Apache-2.0
// What somebody finds who looks for one person, as JSON.
#pragma once

#include "base/json.h"
#include "job/risk/person_search.h"

namespace privet {

[[nodiscard]] Json person_json(const job::PersonMatch& match);

}  // namespace privet
