// SPDX-License-Identifier: Apache-2.0
// What a cell's number format says a number is: a date, a time of day, a length of time, a number
// with decimals (12.50), one with leading zeros (01067), or just a number.
// Reference: ECMA-376 part 1, 18.8.30 (built-in formats) and 18.8.31 (codes).
#pragma once

#include <optional>
#include <string_view>

#include "data/typed/typed_column.h"

namespace privet::detail {

struct CellLook {
  enum class Kind : unsigned char { Number, Time, Duration };
  Kind kind = Kind::Number;
  NumberLook number = {};
  TimeLook time = TimeLook::Date;
};

[[nodiscard]] CellLook look_of_code(std::string_view code);
// Of a built-in format; none if the number is not one of these.
[[nodiscard]] std::optional<CellLook> look_of_builtin(unsigned id);

// Seconds since 1970 of a number of days, as Excel counts them from 1900 (with a 29th of February
// 1900 that never was) or from 1904. None for a day that never was or is not in its calendar.
[[nodiscard]] std::optional<double> excel_seconds(double days, bool since_1904);

}  // namespace privet::detail
