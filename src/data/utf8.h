// SPDX-License-Identifier: Apache-2.0
// Finds bytes that are not UTF-8, so that a reader can warn about them. Text itself stays bytes.
// Reference: The Unicode Standard, table 3-7 (well-formed byte sequences).
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace privet {

// Where the first byte lies that begins no well-formed sequence. Cost: one pass, eight bytes a step
// over ASCII.
[[nodiscard]] std::optional<std::size_t> first_invalid_utf8(std::string_view bytes);

}  // namespace privet
