// SPDX-License-Identifier: Apache-2.0
// Words below a table that say that its last line is a total and nobody's record.
#pragma once

#include <string_view>

namespace privet {

// "Summe", "Grand total:", "Total patients" in English, German, French, Spanish, Italian,
// Portuguese and Dutch.
[[nodiscard]] bool says_total(std::string_view text);

}  // namespace privet
