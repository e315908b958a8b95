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

// The digits that a text begins with, at most `most`; they are taken off.
std::string leading_digits(std::string& text, std::size_t most) {
  std::size_t count = 0;
  while (count < std::min(most, text.size()) && text[count] >= '0' && text[count] <= '9') ++count;
  std::string out = text.substr(0, count);
  text.erase(0, count);
  return out;
}

bool begins_with(std::string& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.erase(0, 1);
  return true;
}

// Seconds of the day and their decimals, of a text that is a time and nothing else; empty
// otherwise.
std::string time_of_day(std::string text) {
  const std::string hours = leading_digits(text, 2);
  if (hours.empty() || !begins_with(text, ':')) return {};
  const std::string minutes = leading_digits(text, 2);
  std::string seconds = "00";
  std::string decimals;
  if (begins_with(text, ':')) {
    seconds = leading_digits(text, 2);
    if (seconds.size() == 2 && begins_with(text, '.')) decimals = leading_digits(text, text.size());
  }
  if (minutes.size() != 2 || seconds.size() != 2) return {};
  long hour = std::stol(hours);
  const long minute = std::stol(minutes);
  const long second = std::stol(seconds);
  (void)begins_with(text, ' ');
  const bool before_noon = text == "am" || text == "a.m.";
  const bool after_noon = text == "pm" || text == "p.m.";
  if (before_noon || after_noon) {
    if (hour == 0 || hour > 12) return {};
    if (hour == 12) hour = 0;
    if (after_noon) hour += 12;
  } else if (!text.empty()) {
    return {};
  }
  if (hour > 24 || minute > 59 || second > 59) return {};
  while (!decimals.empty() && decimals.back() == '0') decimals.pop_back();
  return std::to_string(hour * 3600 + minute * 60 + second) + "." + decimals;
}

// A time, or a day written as year-month-day or day.month.year, with or without a time.
std::string day_and_time(const std::string& text) {
  if (std::string time = time_of_day(text); !time.empty()) return time;
  std::string rest = text;
  std::string year = leading_digits(rest, 4);
  std::string day;
  std::string month;
  if (year.size() == 4) {
    if (!begins_with(rest, '-')) return {};
    month = leading_digits(rest, 2);
    if (!begins_with(rest, '-')) return {};
    day = leading_digits(rest, 2);
  } else {
    day = year;
    if (!begins_with(rest, '.')) return {};
    month = leading_digits(rest, 2);
    if (!begins_with(rest, '.')) return {};
    year = leading_digits(rest, 4);
  }
  if (year.size() != 4 || month.empty() || day.empty()) return {};
  const long m = std::stol(month);
  const long d = std::stol(day);
  if (m < 1 || m > 12 || d < 1 || d > 31) return {};
  const std::string date = "day " + std::to_string((std::stol(year) * 100 + m) * 100 + d);
  if (rest.empty()) return date;
  if (!begins_with(rest, 't') && !begins_with(rest, ' ')) return {};
  const std::string time = time_of_day(rest);
  if (time.empty()) return {};
  return time == "0." ? date : date + " at " + time;
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
  const std::string look = look_of(text);
  if (says_missing(look)) return {};
  // Numbers that are too large to be read as such are texts.
  const auto number = parse_number(look) ? decimal(look) : std::nullopt;
  if (number) return "number " + *number;
  const std::string when = day_and_time(look);
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
