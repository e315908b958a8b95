// SPDX-License-Identifier: Apache-2.0
#include "hierarchy/build_dates.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "base/error.h"
#include "hierarchy/row_maker.h"

namespace privet {
namespace {

using Date = std::chrono::year_month_day;

std::optional<unsigned> digits(std::string_view text) {
  unsigned number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + static_cast<unsigned>(c - '0');
  }
  return number;
}

std::optional<Date> parse_date(std::string_view text) {
  if (text.size() != 10 || text[4] != text[7] || (text[4] != '-' && text[4] != '/')) {
    return std::nullopt;
  }
  const auto year = digits(text.substr(0, 4));
  const auto month = digits(text.substr(5, 2));
  const auto day = digits(text.substr(8, 2));
  if (!year || !month || !day) return std::nullopt;
  const Date date{std::chrono::year(static_cast<int>(*year)), std::chrono::month(*month),
                  std::chrono::day(*day)};
  return date.ok() ? std::optional(date) : std::nullopt;
}

std::string label(const Date& date, DateUnit unit) {
  const int year = static_cast<int>(date.year());
  const unsigned month = static_cast<unsigned>(date.month());
  switch (unit) {
    case DateUnit::Month:
      return fmt::format("{:04}-{:02}", year, month);
    case DateUnit::Quarter:
      return fmt::format("{:04}-Q{}", year, (month + 2) / 3);
    case DateUnit::Year:
      return fmt::format("{:04}", year);
    case DateUnit::Decade:
      return fmt::format("{:04}s", year / 10 * 10);
  }
  return {};
}

}  // namespace

Hierarchy build_dates(const Column& column, const DateUnits& options) {
  for (std::size_t i = 1; i < options.levels.size(); ++i) {
    if (options.levels[i - 1] >= options.levels[i]) {
      throw Error(ErrorCode::Usage,
                  "dates: levels must go from fine to coarse: month, quarter, year, decade");
    }
  }
  const auto& dictionary = column.dictionary;
  std::vector<std::pair<Date, ValueId>> days;
  for (std::size_t i = dictionary.missing_count(); i < dictionary.size(); ++i) {
    const auto value = static_cast<ValueId>(i);
    const auto date = parse_date(dictionary.text(value));
    if (!date) {
      throw Error(
          ErrorCode::Input,
          fmt::format("value {} of column {} is not a date (yyyy-mm-dd or yyyy/mm/dd)",
                      quote_for_message(dictionary.text(value)), quote_for_message(column.name)));
    }
    days.emplace_back(*date, value);
  }
  std::sort(days.begin(), days.end());
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
