// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string>

#include "data/stats/display_format_internal.h"

namespace privet::detail {
namespace {

using Kind = DisplayFormat::Kind;

constexpr double kDaySeconds = 86400;
constexpr double kStart1582 = -141428 * kDaySeconds;  // 1582-10-14, where SPSS begins to count
constexpr double kStart1960 = -3653 * kDaySeconds;

// The name of a format without its width: "DATE" of "DATE9." and "DATETIME20.2". SAS has names with
// digits inside: E8601DA10.
std::string format_name(std::string_view format) {
  const auto end = format.find_last_not_of("0123456789.");
  std::string out(format.substr(0, end == std::string_view::npos ? 0 : end + 1));
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  });
  return out;
}

template <std::size_t N>
bool among(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

DisplayFormat spss_format(std::string_view format) {
  static constexpr std::array<std::string_view, 8> kDates{"DATE",  "ADATE", "EDATE", "JDATE",
                                                          "SDATE", "QYR",   "MOYR",  "WKYR"};
  static constexpr std::array<std::string_view, 2> kTimes{"DATETIME", "YMDHMS"};
  static constexpr std::array<std::string_view, 3> kClocks{"TIME", "DTIME", "MTIME"};
  const std::string name = format_name(format);
  if (among(name, kDates)) return {Kind::Time, TimeLook::Date, 1, kStart1582};
  if (among(name, kTimes)) return {Kind::Time, TimeLook::DateTime, 1, kStart1582};
  if (among(name, kClocks)) return {Kind::Clock, TimeLook::Clock, 1, 0};
  return {};
}

DisplayFormat sas_format(std::string_view format) {
  static constexpr std::array<std::string_view, 6> kTimes{"DATETIME", "DATEAMPM", "E8601DT",
                                                          "B8601DT",  "MDYAMPM",  "DTDATE"};
  static constexpr std::array<std::string_view, 7> kClocks{"TIME",     "HHMM",    "TOD",    "MMSS",
                                                           "TIMEAMPM", "E8601TM", "B8601TM"};
  static constexpr std::array<std::string_view, 32> kDates{
      "DATE",     "DDMMYY",   "DDMMYYB", "DDMMYYC", "DDMMYYD", "DDMMYYN", "DDMMYYP",  "DDMMYYS",
      "MMDDYY",   "MMDDYYB",  "MMDDYYC", "MMDDYYD", "MMDDYYN", "MMDDYYP", "MMDDYYS",  "YYMMDD",
      "YYMMDDB",  "YYMMDDC",  "YYMMDDD", "YYMMDDN", "YYMMDDP", "YYMMDDS", "WORDDATE", "WORDDATX",
      "WEEKDATE", "WEEKDATX", "E8601DA", "B8601DA", "MONYY",   "JULIAN",  "YYMON",    "MMYY"};
  const std::string name = format_name(format);
  if (among(name, kTimes)) return {Kind::Time, TimeLook::DateTime, 1, kStart1960};
  if (among(name, kClocks)) return {Kind::Clock, TimeLook::Clock, 1, 0};
  if (among(name, kDates)) return {Kind::Time, TimeLook::Date, kDaySeconds, kStart1960};
  return {};
}

DisplayFormat stata_format(std::string_view format) {
  if (!format.starts_with('%')) return {};
  format.remove_prefix(1);
  if (format.starts_with('-')) format.remove_prefix(1);
  if (format.starts_with('d')) return {Kind::Time, TimeLook::Date, kDaySeconds, kStart1960};
  if (format.size() < 2 || format[0] != 't') return {};
  const std::string_view shown = format.substr(2);
  switch (format[1]) {
    case 'd':
      return {Kind::Time, TimeLook::Date, kDaySeconds, kStart1960};
    case 'c': {
      // %tcHH:MM:SS shows the time of day alone.
      const bool clock = shown.find_first_of("HhMS") != std::string_view::npos &&
                         shown.find_first_of("CYNnDdJjL") == std::string_view::npos;
      if (clock) return {Kind::Clock, TimeLook::Clock, 0.001, 0};
      return {Kind::Time, TimeLook::DateTime, 0.001, kStart1960};
    }
    case 'C':
      return {.kind = Kind::LeapSeconds};
    case 'm':
      return {.kind = Kind::Month};
    case 'q':
      return {.kind = Kind::Quarter};
    case 'h':
      return {.kind = Kind::HalfYear};
    case 'w':
      return {.kind = Kind::Week};
    default:
      return {};
  }
}

// "1960-02", "1960q1": counted in parts of a year since 1960.
void add_part(TypedColumn& to, double number, int parts, Kind kind) {
  constexpr double kMost = 600000;
  if (number != std::floor(number) || std::abs(number) > kMost) {
    to.add_number(number);
    return;
  }
  const auto count = static_cast<int>(number);
  const int year = 1960 + (count >= 0 ? count / parts : -((parts - 1 - count) / parts));
  const int part = count - (year - 1960) * parts + 1;
  if (year < 1 || year > 9999) {
    to.add_number(number);
  } else if (kind == Kind::Month) {
    to.add_text(fmt::format("{:04}-{:02}", year, part));
  } else {
    const char mark = kind == Kind::Quarter ? 'q' : kind == Kind::HalfYear ? 'h' : 'w';
    to.add_text(fmt::format("{:04}{}{}", year, mark, part));
  }
}

}  // namespace

DisplayFormat display_format(StatsForm form, std::string_view format) {
  switch (form) {
    case StatsForm::Sav:
      return spss_format(format);
    case StatsForm::Dta:
      return stata_format(format);
    case StatsForm::Sas7bdat:
      break;
  }
  return sas_format(format);
}

void add_displayed(TypedColumn& to, double number, const DisplayFormat& format) {
  switch (format.kind) {
    case Kind::Number:
    case Kind::LeapSeconds:
      to.add_number(number);
      return;
    case Kind::Month:
      add_part(to, number, 12, format.kind);
      return;
    case Kind::Quarter:
      add_part(to, number, 4, format.kind);
      return;
    case Kind::HalfYear:
      add_part(to, number, 2, format.kind);
      return;
    case Kind::Week:
      add_part(to, number, 52, format.kind);
      return;
    case Kind::Clock: {
      const double seconds = number * format.unit;
      if (seconds >= 0 && seconds < kDaySeconds) {
        to.add_time(seconds, TimeLook::Clock);
      } else if (std::abs(seconds) < 1e12) {
        to.add_text(duration_text(seconds));
      } else {
        to.add_number(number);
      }
      return;
    }
    case Kind::Time:
      break;
  }
  const double seconds = number * format.unit + format.start;
  TimeLook look = format.look;
  // A time that is shown as a date is still a time.
  if (look == TimeLook::Date && std::fmod(seconds, kDaySeconds) != 0) look = TimeLook::DateTime;
  time_text(seconds, look).empty() ? to.add_number(number) : to.add_time(seconds, look);
}

}  // namespace privet::detail
