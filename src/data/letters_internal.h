// SPDX-License-Identifier: Apache-2.0
// A letter with a mark, taken apart.
#pragma once

#include <optional>

namespace privet::detail {

struct LetterParts {
  char32_t letter;
  char32_t mark;  // 0: none
};

// One step: what it gives may have parts again. None: the letter has no parts.
[[nodiscard]] std::optional<LetterParts> letter_parts(char32_t letter);

}  // namespace privet::detail
