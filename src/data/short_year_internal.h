// SPDX-License-Identifier: Apache-2.0
// Dates whose years have two digits: nobody can tell the century, so they are asked about.
#pragma once

#include <string_view>

namespace privet {

// 17.05.51, 5/17/51 or 17-5-51, alone or before a time.
[[nodiscard]] bool has_short_year(std::string_view text);

}  // namespace privet
