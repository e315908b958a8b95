// SPDX-License-Identifier: Apache-2.0
// Dates and times as tables have them, read as seconds on one line:
//   2023-04-20  2023/4/20  20230420  2023-04  20.04.2023  20/04/2023  04/20/2023  20-Apr-2023
//   April 20, 2023; each also with a time: 2023-04-20T20:16:00+02:00  20.04.2023 20:16  8:16 PM
// and 202304202016(00) as HL7 writes it. Years have four digits: of two, nobody knows the century.
// Days are those of the Gregorian calendar, so 29.02.2023 is not a date; 24:00 is the end of a day.
// Reference: ISO 8601; RFC 3339.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace privet {

enum class DateOrder : std::uint8_t { Ymd, Dmy, Mdy };

// "ymd", "dmy", "mdy".
[[nodiscard]] std::string_view date_order_name(DateOrder order);
[[nodiscard]] std::optional<DateOrder> parse_date_order(std::string_view text);

struct DateValue {
  enum class Detail : std::uint8_t { Year, Month, Day, Time };
  int year = 0;
  unsigned month = 1;
  unsigned day = 1;
  Detail detail = Detail::Day;
  double seconds = 0;  // since 1970-01-01 00:00, in UTC where the zone is written
  double clock = 0;    // seconds since midnight, as written
  bool zoned = false;
  bool named = false;    // the month is a word: the order of the others is never in doubt
  bool dotted = false;   // 20.04.2023
  bool compact = false;  // 20230420
  // Where year, month and day stand in the text: offset and length; a length of 0: nowhere.
  struct Part {
    std::size_t at = 0;
    std::size_t length = 0;
  };
  Part year_at = {};
  Part month_at = {};
  Part day_at = {};
};

// The whole text as a date; spaces around it are allowed.
[[nodiscard]] std::optional<DateValue> parse_date(std::string_view text, DateOrder order);

// The same text with the date moved by whole days; the time stays. The date must have a day.
// Months that are words stay words of their language.
[[nodiscard]] std::string shifted_date(std::string_view text, const DateValue& date, long days);

}  // namespace privet
