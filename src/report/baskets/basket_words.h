// SPDX-License-Identifier: Apache-2.0
// What the views of the jobs about baskets share.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "baskets/coherence.h"

namespace privet {

// "{a, b}"
[[nodiscard]] std::string item_set_text(const std::vector<std::string>& items);
// "any number of items" or "at most 4 items".
[[nodiscard]] std::string power_text(const baskets::Coherence& wanted);
// {"model", "parameters": {"h", "k", "p"}}; p is null for any number.
[[nodiscard]] Json coherence_json(const baskets::Coherence& wanted);

}  // namespace privet
