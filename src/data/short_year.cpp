// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>

#include "data/short_year_internal.h"

namespace privet {

bool has_short_year(std::string_view text) {
  std::array<unsigned, 3> parts{};
  char mark = 0;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    std::size_t digits = 0;
    while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') {
      parts[p] = parts[p] * 10 + static_cast<unsigned>(text[digits++] - '0');
      if (digits > 2) return false;
    }
    if (digits == 0 || (p == 2 && digits != 2)) return false;
    text.remove_prefix(digits);
    if (p == 2) break;
    if (text.empty() || std::string_view("./-").find(text.front()) == std::string_view::npos) {
      return false;
    }
    if (mark != 0 && text.front() != mark) return false;
    mark = text.front();
    text.remove_prefix(1);
  }
  if (!text.empty() && text.front() != ' ' && text.front() != 'T') return false;
  const auto [first, second, year] = parts;
  const bool day_first = first >= 1 && first <= 31 && second >= 1 && second <= 12;
  const bool month_first = first >= 1 && first <= 12 && second >= 1 && second <= 31;
  return day_first || month_first;
}

}  // namespace privet
