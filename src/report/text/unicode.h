// SPDX-License-Identifier: Apache-2.0
// Text of unknown origin made safe to show: valid UTF-8, no control characters, escaped for markup,
// and measured or cut in terminal columns. Every renderer of this folder passes all text through
// here, so callers hand over data as it is.
// Idea: what base/utf8.h decodes, and what cannot be shown becomes U+FFFD. Reference: XML 1.0, 2.2.
// Cost: linear in the text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/utf8.h"

namespace privet {

// Ill-formed bytes become U+FFFD; so do control characters (terminal escapes among them) and marks
// that turn the writing direction. Line breaks stay, tabs become a space.
[[nodiscard]] std::string clean_text(std::string_view text);

// clean_text with & < > " ' as entities: fit for content and attributes of HTML and SVG.
[[nodiscard]] std::string escape_markup(std::string_view text);

// Terminal columns of one line of clean text: 0 for combining marks, 2 for wide East Asian
// characters and emoji, otherwise 1.
[[nodiscard]] std::size_t display_width(char32_t character);
[[nodiscard]] std::size_t display_width(std::string_view text);

// The longest start of `text` that fits `width` columns; when something is cut it ends in "…".
[[nodiscard]] std::string truncate_to_width(std::string_view text, std::size_t width);

}  // namespace privet
