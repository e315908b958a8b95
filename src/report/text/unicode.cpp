// SPDX-License-Identifier: Apache-2.0
#include "report/text/unicode.h"

#include <algorithm>
#include <array>

namespace privet {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Combining marks and other characters that take no column, the common blocks.
constexpr std::array kZeroWidth = {
    Range{0x0300, 0x036F}, Range{0x0483, 0x0489}, Range{0x0591, 0x05BD}, Range{0x0610, 0x061A},
    Range{0x064B, 0x065F}, Range{0x0900, 0x0902}, Range{0x093C, 0x093C}, Range{0x0941, 0x0948},
    Range{0x0E31, 0x0E31}, Range{0x0E34, 0x0E3A}, Range{0x0E47, 0x0E4E}, Range{0x1AB0, 0x1AFF},
    Range{0x1DC0, 0x1DFF}, Range{0x200B, 0x200D}, Range{0x2060, 0x2060}, Range{0x20D0, 0x20FF},
    Range{0xFE00, 0xFE0F}, Range{0xFE20, 0xFE2F}, Range{0xFEFF, 0xFEFF}, Range{0xE0100, 0xE01EF},
};

// East Asian wide and full-width characters, and emoji shown as pictures.
constexpr std::array kDoubleWidth = {
    Range{0x1100, 0x115F},   Range{0x231A, 0x231B},   Range{0x23E9, 0x23EC},
    Range{0x25FD, 0x25FE},   Range{0x2614, 0x2615},   Range{0x2648, 0x2653},
    Range{0x26A1, 0x26A1},   Range{0x26BD, 0x26BE},   Range{0x2705, 0x2705},
    Range{0x270A, 0x270B},   Range{0x274C, 0x274C},   Range{0x2753, 0x2755},
    Range{0x2795, 0x2797},   Range{0x2B1B, 0x2B1C},   Range{0x2B50, 0x2B50},
    Range{0x2E80, 0x303E},   Range{0x3041, 0x33FF},   Range{0x3400, 0x4DBF},
    Range{0x4E00, 0x9FFF},   Range{0xA000, 0xA4CF},   Range{0xA960, 0xA97F},
    Range{0xAC00, 0xD7A3},   Range{0xF900, 0xFAFF},   Range{0xFE30, 0xFE6F},
    Range{0xFF00, 0xFF60},   Range{0xFFE0, 0xFFE6},   Range{0x1F004, 0x1F004},
    Range{0x1F18E, 0x1F19A}, Range{0x1F200, 0x1F320}, Range{0x1F32D, 0x1F64F},
    Range{0x1F680, 0x1F6FF}, Range{0x1F7E0, 0x1F7EB}, Range{0x1F90C, 0x1F9FF},
    Range{0x1FA70, 0x1FAFF}, Range{0x20000, 0x3FFFD},
};

template <std::size_t N>
bool within(const std::array<Range, N>& ranges, char32_t character) {
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), character,
                                      [](char32_t c, const Range& r) { return c < r.first; });
  return after != ranges.begin() && character <= std::prev(after)->last;
}

bool unshowable(char32_t c) {
  const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
  const bool turns_direction = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) ||
                               c == 0x200E || c == 0x200F || c == 0x061C;
  const bool line_separator = c == 0x2028 || c == 0x2029;
  const bool no_character = (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF);
  return control || turns_direction || line_separator || no_character;
}

// Calls `put` with each character that clean_text keeps or makes.
template <class Put>
void each_clean(std::string_view text, Put&& put) {
  while (!text.empty()) {
    const char32_t c = next_character(text);
    if (c == U'\t' || (c == U'\r' && text.starts_with('\n'))) {
      if (c == U'\t') put(U' ');
    } else if (c == U'\n') {
      put(c);
    } else {
      put(unshowable(c) ? kReplacement : c);
    }
  }
}

}  // namespace

std::string clean_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  each_clean(text, [&out](char32_t c) { append_character(out, c); });
  return out;
}

std::string escape_markup(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  each_clean(text, [&out](char32_t c) {
    switch (c) {
      case U'&':
        out += "&amp;";
        break;
      case U'<':
        out += "&lt;";
        break;
      case U'>':
        out += "&gt;";
        break;
      case U'"':
        out += "&quot;";
        break;
      case U'\'':
        out += "&#39;";
        break;
      default:
        append_character(out, c);
    }
  });
  return out;
}

std::size_t display_width(char32_t character) {
  if (character < 0x300) return 1;
  if (within(kZeroWidth, character)) return 0;
  return within(kDoubleWidth, character) ? 2 : 1;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) width += display_width(next_character(text));
  return width;
}

std::string truncate_to_width(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  if (width == 0) return {};
  std::string out;
  std::size_t used = 0;
  while (!text.empty()) {
    const char32_t c = next_character(text);
    used += display_width(c);
    if (used > width - 1) break;
    append_character(out, c);
  }
  return out + "…";
}

}  // namespace privet
