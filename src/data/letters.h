// SPDX-License-Identifier: Apache-2.0
// Texts that a reader takes for the same, whatever characters they are written with.
// Idea: marks are taken off their letters and put in one order (U+00C4 and A with U+0308 are one),
// every kind of space is one space, runs of them are one and none stands at either end, characters
// of no width vanish, wide forms of ASCII are ASCII, dashes and apostrophes are those of ASCII, and
// capital letters are small. Marks and case: Latin, Greek, Cyrillic; marks of kana and the parts of
// Hangul; case of Armenian. Reference: The Unicode Standard, section 3.11 (canonical
// decomposition), without the other alphabets.
#pragma once

#include <string>
#include <string_view>

namespace privet {

// The same for texts that look alike, and different for others.
[[nodiscard]] std::string alike_text(std::string_view text);

}  // namespace privet
