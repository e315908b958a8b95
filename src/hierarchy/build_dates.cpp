// SPDX-License-Identifier: Apache-2.0
#include "hierarchy/build_dates.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/error.h"
#include "hierarchy/row_maker.h"

namespace privet {
namespace {

using Detail = DateValue::Detail;

std::optional<DateValue> read_date(const Dictionary& dictionary, ValueId value) {
  const DateOrder order = dictionary.form().order;  // ymd unless it is a column of dates
  return parse_date(dictionary.text(value), order);
}

// What a value must know to have a group of this unit.
Detail needed(DateUnit unit) {
  switch (unit) {
    case DateUnit::Hour:
    case DateUnit::DayPart:
      return Detail::Time;
    case DateUnit::Day:
      return Detail::Day;
    case DateUnit::Month:
    case DateUnit::Quarter:
      return Detail::Month;
    case DateUnit::Year:
    case DateUnit::Decade:
      break;
  }
  return Detail::Year;
}

// The most exact name of what the value knows.
std::string own_label(const DateValue& date) {
  switch (date.detail) {
    case Detail::Year:
      return fmt::format("{:04}", date.year);
    case Detail::Month:
      return fmt::format("{:04}-{:02}", date.year, date.month);
    case Detail::Day:
    case Detail::Time:
      break;
  }
  return fmt::format("{:04}-{:02}-{:02}", date.year, date.month, date.day);
}

std::string label(const DateValue& date, DateUnit unit) {
  constexpr std::array<std::string_view, 4> kParts{"night", "morning", "afternoon", "evening"};
  if (date.detail < needed(unit)) return own_label(date);
  const auto hour = std::min(static_cast<unsigned>(date.clock / 3600), 23U);  // 24:00 ends the day
  switch (unit) {
    case DateUnit::Hour:
      return fmt::format("{} {:02}h", own_label(date), hour);
    case DateUnit::DayPart:
      return fmt::format("{} {}", own_label(date), kParts.at(hour / 6));
    case DateUnit::Day:
      return own_label(date);
    case DateUnit::Month:
      return fmt::format("{:04}-{:02}", date.year, date.month);
    case DateUnit::Quarter:
      return fmt::format("{:04}-Q{}", date.year, (date.month + 2) / 3);
    case DateUnit::Year:
      return fmt::format("{:04}", date.year);
    case DateUnit::Decade:
      return fmt::format("{:04}s", date.year / 10 * 10);
  }
  return {};
}

}  // namespace

DateUnits all_date_units(const Column& column) {
  const Dictionary& dictionary = column.dictionary;
  bool timed = false;
  for (std::size_t v = dictionary.missing_count(); v < dictionary.size() && !timed; ++v) {
    const auto date = read_date(dictionary, static_cast<ValueId>(v));
    timed = date && date->detail == Detail::Time;
  }
  DateUnits out{{DateUnit::Month, DateUnit::Quarter, DateUnit::Year, DateUnit::Decade}};
  if (timed) {
    out.levels.insert(out.levels.begin(), {DateUnit::Hour, DateUnit::DayPart, DateUnit::Day});
  }
  return out;
}

Hierarchy build_dates(const Column& column, const DateUnits& options) {
  for (std::size_t i = 1; i < options.levels.size(); ++i) {
    if (options.levels[i - 1] >= options.levels[i]) {
      throw Error(ErrorCode::Usage,
                  "dates: levels must go from fine to coarse: hour, part, day, month, quarter, "
                  "year, decade");
    }
  }
  const auto& dictionary = column.dictionary;
  std::vector<std::pair<DateValue, ValueId>> days;
  for (std::size_t i = dictionary.missing_count(); i < dictionary.size(); ++i) {
    const auto value = static_cast<ValueId>(i);
    const auto date = read_date(dictionary, value);
    if (!date) {
      throw Error(
          ErrorCode::Input,
          fmt::format("value {} of column {} is not a date (yyyy-mm-dd or yyyy/mm/dd)",
                      quote_for_message(dictionary.text(value)), quote_for_message(column.name)));
    }
    days.emplace_back(*date, value);
  }
  std::sort(days.begin(), days.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first.seconds, a.second) < std::pair(b.first.seconds, b.second);
  });
  RowMaker rows(options.levels.size() + 2,
                fmt::format("dates of column {}", quote_for_message(column.name)));
  rows.add_missing(dictionary);
  for (const auto& [date, value] : days) {
    rows.add_view(dictionary.text(value));
    for (const DateUnit unit : options.levels) rows.add(label(date, unit));
    rows.add_view(RowMaker::kRoot);
  }
  return rows.make();
}

}  // namespace privet
