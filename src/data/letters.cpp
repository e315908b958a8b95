// SPDX-License-Identifier: Apache-2.0
#include "data/letters.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "data/letters_internal.h"

namespace privet {
namespace {

bool within(char32_t c, char32_t low, char32_t high) {
  return c >= low && c <= high;
}

bool is_space(char32_t c) {
  return within(c, 0x9, 0xD) || c == 0x20 || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         within(c, 0x2000, 0x200A) || within(c, 0x2028, 0x2029) || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

// Nobody sees it: soft hyphen, joiners, marks of direction, variation selectors.
bool is_invisible(char32_t c) {
  return c == 0xAD || c == 0x34F || within(c, 0x200B, 0x200F) || within(c, 0x202A, 0x202E) ||
         within(c, 0x2060, 0x2064) || within(c, 0x2066, 0x2069) || within(c, 0xFE00, 0xFE0F) ||
         c == 0xFEFF;
}

// What a character of typesetting stands for; most stand for themselves.
char32_t plain(char32_t c) {
  if (is_space(c)) return ' ';
  if (within(c, 0x2010, 0x2015) || c == 0x2212) return '-';
  if (within(c, 0x2018, 0x201B) || c == 0x2BC || c == 0x2032) return '\'';
  if (within(c, 0x201C, 0x201F)) return '"';
  if (within(c, 0xFF01, 0xFF5E)) return c - 0xFEE0;
  return c;
}

char32_t small_letter(char32_t c) {
  if (within(c, 'A', 'Z') || (within(c, 0xC0, 0xDE) && c != 0xD7) ||
      (within(c, 0x391, 0x3A9) && c != 0x3A2) || within(c, 0x410, 0x42F)) {
    return c + 0x20;
  }
  if (within(c, 0x400, 0x40F)) return c + 0x50;
  if (within(c, 0x531, 0x556)) return c + 0x30;
  const bool even = within(c, 0x100, 0x137) || within(c, 0x14A, 0x177) || within(c, 0x460, 0x481) ||
                    within(c, 0x48A, 0x4BF) || within(c, 0x4D0, 0x52F);
  const bool odd = within(c, 0x139, 0x148) || within(c, 0x179, 0x17E) || within(c, 0x4C1, 0x4CE);
  if (c == 0x131) return c;  // the i without a dot of Turkish is a letter of its own
  if (even && c % 2 == 0) return c + 1;
  if (odd && c % 2 == 1) return c + 1;
  if (c == 0x4C0) return 0x4CF;
  if (c == 0x3C2) return 0x3C3;  // a sigma at the end of a word
  if (c == 0x1E9E) return 0xDF;  // a capital sharp s
  return c;
}

// Where a mark stands, which decides on its place among others; 0: not a mark.
int mark_place(char32_t c) {
  struct Range {
    char32_t first;
    char32_t last;
    int place;
  };
  static constexpr std::array<Range, 25> kPlaces{
      {{0x315, 0x315, 232}, {0x316, 0x319, 220}, {0x31A, 0x31A, 232}, {0x31B, 0x31B, 216},
       {0x31C, 0x320, 220}, {0x321, 0x322, 202}, {0x323, 0x326, 220}, {0x327, 0x328, 202},
       {0x329, 0x333, 220}, {0x334, 0x338, 1},   {0x339, 0x33C, 220}, {0x345, 0x345, 240},
       {0x347, 0x349, 220}, {0x34D, 0x34E, 220}, {0x34F, 0x34F, 0},   {0x353, 0x356, 220},
       {0x358, 0x358, 232}, {0x359, 0x35A, 220}, {0x35C, 0x35C, 233}, {0x35D, 0x35E, 234},
       {0x35F, 0x35F, 233}, {0x360, 0x361, 234}, {0x362, 0x362, 233}, {0x300, 0x36F, 230},
       {0x3099, 0x309A, 8}}};
  for (const auto& range : kPlaces) {
    if (within(c, range.first, range.last)) return range.place;
  }
  return 0;
}

void take_apart(char32_t c, std::u32string& out) {
  if (within(c, 0xAC00, 0xD7A3)) {  // Hangul is put together by a formula
    const char32_t number = c - 0xAC00;
    out.push_back(0x1100 + number / 588);
    out.push_back(0x1161 + number % 588 / 28);
    if (number % 28 != 0) out.push_back(0x11A7 + number % 28);
    return;
  }
  const auto parts = detail::letter_parts(c);
  if (!parts) {
    out.push_back(c);
    return;
  }
  take_apart(parts->letter, out);
  if (parts->mark != 0) take_apart(parts->mark, out);
}

// Marks that follow each other, in the order of their places.
void order_marks(std::u32string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (mark_place(text[i]) == 0) continue;
    std::size_t end = i;
    while (end < text.size() && mark_place(text[end]) != 0) ++end;
    std::stable_sort(text.begin() + static_cast<std::ptrdiff_t>(i),
                     text.begin() + static_cast<std::ptrdiff_t>(end),
                     [](char32_t a, char32_t b) { return mark_place(a) < mark_place(b); });
    i = end - 1;
  }
}

// Most texts have no other characters, and are many.
std::string alike_ascii(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool space = false;
  for (const char c : text) {
    if (is_space(static_cast<unsigned char>(c))) {
      space = !out.empty();
      continue;
    }
    if (space) out += ' ';
    space = false;
    out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

}  // namespace

std::string alike_text(std::string_view text) {
  const bool ascii = std::all_of(text.begin(), text.end(),
                                 [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (ascii) return alike_ascii(text);
  std::u32string letters;
  letters.reserve(text.size());
  while (!text.empty()) {
    const char32_t c = plain(next_character(text));
    if (!is_invisible(c)) take_apart(c, letters);
  }
  order_marks(letters);
  std::string out;
  out.reserve(letters.size());
  bool space = false;
  for (const char32_t c : letters) {
    if (c == ' ') {
      space = !out.empty();
      continue;
    }
    if (space) out += ' ';
    space = false;
    append_character(out, small_letter(c));
  }
  return out;
}

}  // namespace privet
