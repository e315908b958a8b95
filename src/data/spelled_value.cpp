// SPDX-License-Identifier: Apache-2.0
#include "data/spelled_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace privet {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// "1 234 567" with ' ' as mark: digits alone; empty if the mark stands elsewhere.
std::string joined_threes(std::string_view whole, char mark) {
  std::string out;
  bool first = true;
  while (true) {
    const auto end = std::min(whole.find(mark), whole.size());
    const std::string_view part = whole.substr(0, end);
    const bool sound = std::all_of(part.begin(), part.end(), is_digit) &&
                       (first ? !part.empty() && part.size() <= 3 : part.size() == 3);
    if (!sound || (first && part.front() == '0')) return {};
    out += part;
    if (end == whole.size()) return out;
    whole.remove_prefix(end + 1);
    first = false;
  }
}

// What stands between thousands (0: nothing does), and where the decimals begin.
struct Marks {
  char thousands = 0;
  std::size_t decimal = std::string_view::npos;
};

std::optional<Marks> find_marks(std::string_view body) {
  const auto count = [&](char c) { return std::count(body.begin(), body.end(), c); };
  const auto points = count('.');
  const auto commas = count(',');
  const auto spaces = count(' ');
  const auto apostrophes = count('\'');
  Marks out;
  if (spaces > 0 && apostrophes > 0) return std::nullopt;
  if (spaces + apostrophes > 0) {
    if (points + commas > 1) return std::nullopt;
    out.thousands = spaces > 0 ? ' ' : '\'';
    out.decimal = body.find_first_of(".,");
    return out;
  }
  if (points + commas == 0) return std::nullopt;
  if (points + commas == 1) {
    out.decimal = body.find_first_of(".,");
  } else if (points == 0 || commas == 0) {
    out.thousands = points == 0 ? ',' : '.';
  } else {
    out.decimal = body.find_last_of(".,");
    out.thousands = body[out.decimal] == ',' ? '.' : ',';
    if (count(body[out.decimal]) > 1) return std::nullopt;
  }
  return out;
}

// Reads a whole number of `least` to `most` digits off the front.
std::optional<int> take_digits(std::string_view& text, std::size_t least, std::size_t most) {
  std::size_t digits = 0;
  int out = 0;
  while (digits < most && digits < text.size() && is_digit(text[digits])) {
    out = out * 10 + (text[digits++] - '0');
  }
  if (digits < least) return std::nullopt;
  text.remove_prefix(digits);
  return out;
}

bool take(std::string_view& text, std::string_view what) {
  if (!text.starts_with(what)) return false;
  text.remove_prefix(what.size());
  return true;
}

// "8:16 pm", "20:16" and "20:16:00.0" as "20:16:00"; nothing if it is not the whole of a time.
std::optional<std::string> clock_key(std::string_view text) {
  auto hour = take_digits(text, 1, 2);
  if (!hour || !take(text, ":")) return std::nullopt;
  const auto minute = take_digits(text, 2, 2);
  if (!minute || *minute > 59) return std::nullopt;
  int second = 0;
  std::string_view fraction;
  if (take(text, ":")) {
    const auto read = take_digits(text, 2, 2);
    if (!read || *read > 59) return std::nullopt;
    second = *read;
    if (take(text, ".")) {
      fraction = text.substr(0, text.find_first_not_of("0123456789"));
      text.remove_prefix(fraction.size());
      fraction = fraction.substr(0, fraction.find_last_not_of('0') + 1);
    }
  }
  if (text.starts_with(' ')) text.remove_prefix(1);
  const bool morning = text == "am" || text == "a.m.";
  const bool evening = text == "pm" || text == "p.m.";
  if (!text.empty() && !morning && !evening) return std::nullopt;
  if ((morning || evening) && (*hour < 1 || *hour > 12)) return std::nullopt;
  if (morning || evening) hour = *hour % 12 + (evening ? 12 : 0);
  if (*hour > 24) return std::nullopt;
  return fmt::format("{:02}:{:02}:{:02}{}{}", *hour, *minute, second, fraction.empty() ? "" : ".",
                     fraction);
}

// 0: this is not the name of a month. Marks stand behind their letters.
int month_named(std::string_view word) {
  constexpr std::array<std::string_view, 12> kNames{
      " jan january januar janvier janv enero ene gennaio gen janeiro januari ",
      " feb february februar fe\xCC\x81vrier fevrier fe\xCC\x81v fev febrero febbraio fevereiro "
      "februari ",
      " mar march ma\xCC\x88rz mrz mars marzo marc\xCC\xA7o marco maart mrt ",
      " apr april avril avr abril abr aprile ",
      " may mai mayo maggio mag maio mei ",
      " jun june juni juin junio giugno giu junho ",
      " jul july juli juillet juil julio luglio lug julho ",
      " aug august aou\xCC\x82t aout agosto ago augustus ",
      " sep sept september septembre septiembre settembre set setembro ",
      " oct october oktober okt octobre octubre ottobre ott outubro out ",
      " nov november novembre noviembre novembro ",
      " dec december dezember dez de\xCC\x81"
      "cembre decembre de\xCC\x81"
      "c diciembre dic dicembre dezembro ",
  };
  if (word.empty() || word.find(' ') != std::string_view::npos) return 0;
  const std::string wanted = fmt::format(" {} ", word);
  for (std::size_t m = 0; m < kNames.size(); ++m) {
    if (kNames.at(m).find(wanted) != std::string_view::npos) return static_cast<int>(m) + 1;
  }
  return 0;
}

// The parts between points, dashes, slashes, commas and spaces.
struct DayParts {
  std::vector<std::string_view> parts;
  std::vector<std::string_view> between;
};

DayParts split_day(std::string_view text) {
  constexpr std::string_view kMarks = " -/.,";
  DayParts out;
  while (true) {
    const auto end = std::min(text.find_first_of(kMarks), text.size());
    out.parts.push_back(text.substr(0, end));
    if (end == text.size()) return out;
    const auto next = std::min(text.find_first_not_of(kMarks, end), text.size());
    out.between.push_back(text.substr(end, next - end));
    text.remove_prefix(next);
  }
}

std::optional<int> whole_number(std::string_view text, std::size_t least, std::size_t most) {
  const auto out = take_digits(text, least, most);
  return text.empty() ? out : std::nullopt;
}

std::string day_text(int year, int month, int day) {
  if (month < 1 || month > 12 || day < 1 || day > 31) return {};
  return fmt::format("{:04}-{:02}-{:02}", year, month, day);
}

// 20-apr-2023, april 20, 2023, 2023-apr-20
std::string named_day(const std::vector<std::string_view>& parts) {
  const std::size_t at = month_named(parts[0]) > 0 ? 0 : 1;
  const int month = month_named(parts[at]);
  if (month == 0) return {};
  const std::string_view other = parts[1 - at];
  if (const auto year = whole_number(other, 4, 4); year && at == 1) {
    const auto day = whole_number(parts[2], 1, 2);
    return day ? day_text(*year, month, *day) : "";
  }
  const auto day = whole_number(other, 1, 2);
  const auto year = whole_number(parts[2], 4, 4);
  return day && year ? day_text(*year, month, *day) : "";
}

std::string day_key(std::string_view text) {
  DayParts day = split_day(text);
  if (day.parts.size() == 4 && day.parts[3].empty()) day.parts.pop_back();  // "2. mai 2023."
  if (day.parts.size() != 3) return {};
  if (auto named = named_day(day.parts); !named.empty()) return named;
  const bool even =
      day.between.size() == 2 && day.between[0] == day.between[1] && day.between[0].size() == 1;
  if (!even || day.between[0] == " " || day.between[0] == ",") return {};
  if (const auto year = whole_number(day.parts[0], 4, 4)) {
    const auto month = whole_number(day.parts[1], 1, 2);
    const auto date = whole_number(day.parts[2], 1, 2);
    return month && date ? day_text(*year, *month, *date) : "";
  }
  const auto first = whole_number(day.parts[0], 1, 2);
  const auto second = whole_number(day.parts[1], 1, 2);
  const auto year = whole_number(day.parts[2], 4, 4);
  if (!first || !second || !year) return {};
  const bool day_first = day.between[0] == "." || *first > 12 || *first == *second;
  if (!day_first && *second <= 12) return {};  // 5/6/2023 is a day in May or in June
  return day_first ? day_text(*year, *second, *first) : day_text(*year, *first, *second);
}

}  // namespace

std::optional<std::string> spelled_number(std::string_view text) {
  std::string out;
  if (text.starts_with('-')) out = "-";
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  if (text.empty() || !is_digit(text.front()) || !is_digit(text.back())) return std::nullopt;
  if (text.find_first_not_of("0123456789., '") != std::string_view::npos) return std::nullopt;
  const auto marks = find_marks(text);
  if (!marks) return std::nullopt;
  const std::string_view whole = text.substr(0, marks->decimal);
  const std::string digits =
      marks->thousands == 0 ? std::string(whole) : joined_threes(whole, marks->thousands);
  if (digits.empty()) return std::nullopt;
  out += digits;
  if (marks->decimal == std::string_view::npos) return out;
  const std::string_view rest = text.substr(marks->decimal + 1);
  if (!std::all_of(rest.begin(), rest.end(), is_digit)) return std::nullopt;
  return out + "." + std::string(rest);
}

std::optional<std::string> spelled_moment(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  if (text.size() > kLongest || std::none_of(text.begin(), text.end(), is_digit)) {
    return std::nullopt;
  }
  if (auto clock = clock_key(text)) return clock;
  // The time begins with the one or two digits before the first colon.
  std::optional<std::string> clock;
  if (const auto colon = text.find(':'); colon != std::string_view::npos) {
    std::size_t at = colon;
    while (at > 0 && colon - at < 2 && is_digit(text[at - 1])) --at;
    if (at == 0 || (text[at - 1] != ' ' && text[at - 1] != 't')) return std::nullopt;
    clock = clock_key(text.substr(at));
    if (!clock) return std::nullopt;
    text = text.substr(0, at - 1);
  }
  std::string day = day_key(text);
  if (day.empty()) return std::nullopt;
  return clock && *clock != "00:00:00" ? day + " " + *clock : day;
}

}  // namespace privet
