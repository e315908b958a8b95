// SPDX-License-Identifier: Apache-2.0
#include "risk/value_meaning.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <unordered_map>

#include "risk/released_number.h"

namespace privet {
namespace {

// Capital letters whose small ones lie `step` further; `every`: each second one is capital.
struct Capitals {
  char32_t first;
  char32_t last;
  char32_t step;
  char32_t every;
};
constexpr std::array<Capitals, 12> kCapitals{{{U'A', U'Z', 32, 1},
                                              {0xC0, 0xD6, 32, 1},
                                              {0xD8, 0xDE, 32, 1},
                                              {0x100, 0x12E, 1, 2},
                                              {0x132, 0x136, 1, 2},
                                              {0x139, 0x147, 1, 2},
                                              {0x14A, 0x176, 1, 2},
                                              {0x179, 0x17D, 1, 2},
                                              {0x391, 0x3A1, 32, 1},
                                              {0x3A3, 0x3A9, 32, 1},
                                              {0x400, 0x40F, 80, 1},
                                              {0x410, 0x42F, 32, 1}}};

char32_t small(char32_t c) {
  if (c == 0x178) return 0xFF;
  if (c == 0x3C2) return 0x3C3;
  for (const auto& range : kCapitals) {
    if (c >= range.first && c <= range.last && (c - range.first) % range.every == 0) {
      return c + range.step;
    }
  }
  return c;
}

void append(std::string& out, char32_t c) {
  if (c < 0x80) {
    out.push_back(static_cast<char>(c));
    return;
  }
  out.push_back(static_cast<char>(0xC0U + c / 64));
  out.push_back(static_cast<char>(0x80U + c % 64));
}

// Characters of one and two bytes are folded, all other bytes stay.
std::string without_case(const std::string& text) {
  std::string out;
  std::size_t at = 0;
  while (at < text.size()) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const auto follow = at + 1 < text.size() ? static_cast<unsigned char>(text[at + 1]) : 0U;
    if (lead < 0x80) {
      append(out, small(lead));
      at += 1;
    } else if (lead >= 0xC2 && lead <= 0xDF && follow >= 0x80 && follow <= 0xBF) {
      append(out, small((lead - 0xC0U) * 64 + (follow - 0x80U)));
      at += 2;
    } else {
      out.push_back(text[at++]);
    }
  }
  return out;
}

// Reads sign, digits with a point, exponent; nothing if the text is anything else.
std::optional<std::string> decimal(const std::string& text) {
  std::size_t at = 0;
  std::string sign;
  if (text[at] == '+' || text[at] == '-') sign = text[at++] == '-' ? "minus " : "";
  std::string digits;  // the significant ones
  long long power = 0;
  bool point = false;
  bool some = false;
  for (; at < text.size(); ++at) {
    if (text[at] == '.' && !point) {
      point = true;
    } else if (text[at] >= '0' && text[at] <= '9') {
      some = true;
      if (point) --power;
      if (text[at] != '0' || !digits.empty()) digits.push_back(text[at]);
    } else {
      break;
    }
  }
  if (!some) return std::nullopt;
  if (at < text.size()) {
    if (text[at] != 'e' && text[at] != 'E') return std::nullopt;
    char* end = nullptr;
    const char* begin = text.c_str() + at + 1;
    if (*begin == '\0' || *begin == ' ' || *begin == '\t') return std::nullopt;
    power += std::strtoll(begin, &end, 10);
    if (end == begin || *end != '\0') return std::nullopt;
  }
  const auto last = digits.find_last_not_of('0');
  if (last == std::string::npos) return "zero";
  power += static_cast<long long>(digits.size() - 1 - last);
  return sign + digits.substr(0, last + 1) + " by ten to " + std::to_string(power);
}

bool says_missing(const std::string& folded) {
  return folded.empty() || folded == "?" || folded == "na" || folded == "n/a" || folded == "nan" ||
         folded == "null";
}

// Different for different numbers.
std::string exactly(double number) {
  std::array<char, 32> text{};
  const int length = std::snprintf(text.data(), text.size(), "%a", number + 0.0);
  return {text.data(), static_cast<std::size_t>(length)};
}

}  // namespace

std::string same_meaning_text(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  const std::string folded = without_case(std::string(text));
  if (says_missing(folded)) return {};
  // Numbers that are too large to be read as such are texts.
  const auto number = parse_number(text) ? decimal(std::string(text)) : std::nullopt;
  return number ? "number " + *number : "text " + folded;
}

std::vector<std::uint32_t> number_meanings(const Dictionary& dictionary, bool exact_text,
                                           std::size_t& count) {
  constexpr auto kNone = std::numeric_limits<std::uint32_t>::max();
  const bool exact = exact_text && dictionary.type() == ColumnType::Text;
  // Decimal commas and dates: the place on the line is the meaning.
  const bool in_own_form =
      ordered(dictionary.type()) && dictionary.form().kind != ValueForm::Kind::Point;
  std::vector<std::uint32_t> out(dictionary.size(), kNone);
  std::vector<std::string> meaning;
  count = 0;
  for (std::size_t v = 0; v < out.size(); ++v) {
    const auto value = static_cast<ValueId>(v);
    const std::string_view text = dictionary.text(value);
    if (dictionary.missing(value)) {
      meaning.emplace_back();
    } else if (in_own_form) {
      meaning.push_back("at " + exactly(read_released_number(text, dictionary.form())));
    } else {
      meaning.push_back(same_meaning_text(text));
    }
    if (exact && !meaning.back().empty()) meaning.back() = "exactly " + std::string(text);
    if (meaning.back().empty()) {
      out[v] = 0;
      count = 1;
    }
  }
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  for (std::size_t v = 0; v < out.size(); ++v) {
    if (out[v] != kNone) continue;
    const auto found = numbers.find(meaning[v]);
    if (found == numbers.end()) {
      numbers.emplace(meaning[v], static_cast<std::uint32_t>(count));
      out[v] = static_cast<std::uint32_t>(count++);
    } else {
      out[v] = found->second;
    }
  }
  return out;
}

}  // namespace privet
