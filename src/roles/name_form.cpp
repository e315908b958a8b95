// SPDX-License-Identifier: Apache-2.0
// Whether a text has the form of a person's name, in whatever alphabet, for names that no list has;
// or of an address, which leads to a person as well.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <unordered_set>

#include "base/utf8.h"
#include "roles/text_patterns.h"

namespace privet::roles {
namespace {

enum class Sign { Capital, Small, Without, Joins, Other };

constexpr std::string_view kBetween =
    "de da di do dos das du del della la le van von der den ter ten zu af av y e i bin ben ibn "
    "bint "
    "abu al el";

bool between(char32_t c, char32_t first, char32_t last) {
  return c >= first && c <= last;
}

// Latin letters beyond Latin-1 stand in pairs, a capital and its small one; where the pairs begin
// at odd places the two are mixed up, which does no harm in a first letter of many.
Sign sign_of(char32_t c) {
  if (between(c, 'A', 'Z') || (between(c, 0xC0, 0xDE) && c != 0xD7)) return Sign::Capital;
  if (between(c, 'a', 'z') || (between(c, 0xDF, 0xFF) && c != 0xF7)) return Sign::Small;
  if (c == '\'' || c == '-' || c == '.' || c == 0x2019) return Sign::Joins;
  if (between(c, 0x139, 0x148) || between(c, 0x179, 0x17E)) {
    return c % 2 == 1 ? Sign::Capital : Sign::Small;
  }
  if (between(c, 0x100, 0x24F) || between(c, 0x1E00, 0x1EFF)) {
    return c % 2 == 0 ? Sign::Capital : Sign::Small;
  }
  if (between(c, 0x386, 0x3AB) && c != 0x390) return Sign::Capital;
  if (between(c, 0x3AC, 0x3CE) || c == 0x390 || between(c, 0x300, 0x36F)) return Sign::Small;
  if (between(c, 0x400, 0x42F) || between(c, 0x531, 0x556)) return Sign::Capital;
  if (between(c, 0x430, 0x45F) || between(c, 0x561, 0x587)) return Sign::Small;
  if (between(c, 0x490, 0x52F)) return c % 2 == 0 ? Sign::Capital : Sign::Small;
  if (between(c, 0x1F00, 0x1FFF)) return (c & 8U) != 0 ? Sign::Capital : Sign::Small;
  // Hebrew, Arabic, the alphabets of India, Thai, Georgian, Ethiopic; kana, Han, Hangul.
  const bool letters = between(c, 0x5D0, 0x65F) || between(c, 0x66E, 0x6EF) ||
                       between(c, 0x700, 0x1DFF) || between(c, 0x3041, 0x9FFF) ||
                       between(c, 0xAC00, 0xD7A3);
  return letters ? Sign::Without : Sign::Other;
}

// Begins with a capital letter, or has letters of an alphabet without them.
bool is_name_word(std::string_view word) {
  std::size_t letters = 0;
  for (std::string_view rest = word; !rest.empty();) {
    const Sign sign = sign_of(next_character(rest));
    if (sign == Sign::Other || (letters == 0 && sign != Sign::Capital && sign != Sign::Without)) {
      return false;
    }
    ++letters;
  }
  return letters > 0;
}

}  // namespace

bool has_form_of_name(std::string_view text) {
  static const std::unordered_set<std::string_view> particles = words_in(kBetween);
  constexpr std::size_t kMost = 4;
  std::size_t names = 0;
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of(" ,"), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty() || (names > 0 && particles.contains(word))) continue;
    if (!is_name_word(word)) return false;
    ++names;
  }
  return names >= 2 && names <= kMost;
}

bool is_street_address(std::string_view text) {
  // Behind other words in German and Dutch, before or between them elsewhere.
  static constexpr std::array<std::string_view, 11> kEnds{"strasse", "str",   "gasse", "weg",
                                                          "allee",   "platz", "ufer",  "straat",
                                                          "laan",    "plein", "gracht"};
  static const std::unordered_set<std::string_view> words_for = words_in(
      "street road rd avenue ave lane ln drive boulevard blvd court rue chemin place via viale "
      "piazza corso calle avenida plaza carrera rua travessa am zum zur");
  if (text.find_first_of("0123456789") == std::string_view::npos) return false;
  const auto words = plain_words(text);
  if (words.empty() || words.size() > 6) return false;
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return words_for.contains(word) ||
           std::any_of(kEnds.begin(), kEnds.end(),
                       [&](std::string_view end) { return word.ends_with(end); });
  });
}

}  // namespace privet::roles
