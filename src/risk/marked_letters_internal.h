// SPDX-License-Identifier: Apache-2.0
// Letters under their marks: for risk/plain_letters.cpp.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace privet::detail {

struct MarkedLetters {
  char32_t mark;               // 0: another name of the letter alone
  std::u32string_view bare;    // the letters
  std::u32string_view marked;  // with the mark, one for each
};

[[nodiscard]] std::span<const MarkedLetters> marked_letters();

}  // namespace privet::detail
