// SPDX-License-Identifier: Apache-2.0
// Suggests what a user may have meant by a misspelt name.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace privet {

// The entry of `names` closest to `wanted` in spelling (upper and lower case alike), if close
// enough to suggest.
[[nodiscard]] std::optional<std::string> nearest_name(std::string_view wanted,
                                                      std::span<const std::string> names);

}  // namespace privet
