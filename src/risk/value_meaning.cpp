// SPDX-License-Identifier: Apache-2.0
#include "risk/value_meaning.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <unordered_map>

#include "risk/plain_letters.h"
#include "risk/released_number.h"
#include "risk/spelling.h"

namespace privet {
namespace {

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
  constexpr std::array<std::string_view, 9> kWords{"?",    "na",   "n/a", "nan", "null",
                                                   "n.a.", "#n/a", "#nv", "<na>"};
  const bool fault = folded.size() >= 5 && folded.size() <= 9 && folded.starts_with('#') &&
                     (folded.ends_with('!') || folded.ends_with('?'));
  return folded.empty() || fault || std::find(kWords.begin(), kWords.end(), folded) != kWords.end();
}

// Different for different numbers.
std::string exactly(double number) {
  std::array<char, 32> text{};
  const int length = std::snprintf(text.data(), text.size(), "%a", number + 0.0);
  return {text.data(), static_cast<std::size_t>(length)};
}

}  // namespace

std::string same_meaning_text(std::string_view text) {
  const std::string look = look_of(text);
  if (says_missing(look)) return {};
  // Numbers that are too large to be read as such are texts.
  const std::string spelled = number_in_plain_digits(look);
  for (const std::string& plain : {look, spelled}) {
    const auto number = parse_number(plain) ? decimal(plain) : std::nullopt;
    if (number) return "number " + *number;
  }
  const std::string when = moment_of(look);
  return when.empty() ? "text " + look : "when " + when;
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
