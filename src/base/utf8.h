// SPDX-License-Identifier: Apache-2.0
// UTF-8 read and written, character by character. Text itself stays bytes everywhere.
// Idea: one decoder; a byte that starts no well-formed sequence becomes one U+FFFD.
// Reference: The Unicode Standard, table 3-7 (well-formed byte sequences) and section 3.9.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace privet {

inline constexpr char32_t kReplacement = 0xFFFD;

// Takes the next character off the front of `text`, which must not be empty.
[[nodiscard]] char32_t next_character(std::string_view& text);
void append_character(std::string& out, char32_t character);

// Where the first byte lies that begins no well-formed sequence. Cost: one pass, eight bytes per
// step over ASCII.
[[nodiscard]] std::optional<std::size_t> first_invalid_utf8(std::string_view bytes);

}  // namespace privet
