// SPDX-License-Identifier: Apache-2.0
// What the display format of a variable in a file of SPSS, Stata or SAS says its numbers are.
// Reference: IBM SPSS Statistics, "Date and time formats"; Stata, "Datetime display formats";
// SAS, "Formats by category".
#pragma once

#include <string_view>

#include "data/stats/read_stats.h"
#include "data/typed/typed_column.h"

namespace privet::detail {

struct DisplayFormat {
  enum class Kind : unsigned char {
    Number,
    Time,   // a point in time
    Clock,  // a time of day, or a length of time where it is more than a day
    Month,  // Stata: months since 1960, and so on
    Quarter,
    HalfYear,
    Week,
    LeapSeconds,  // Stata's %tC, which counts them
  };
  Kind kind = Kind::Number;
  TimeLook look = TimeLook::Date;
  double unit = 1;   // seconds in one
  double start = 0;  // of the count, in seconds since 1970
};

[[nodiscard]] DisplayFormat display_format(StatsForm form, std::string_view format);

// Adds the number as the format means it.
void add_displayed(TypedColumn& to, double number, const DisplayFormat& format);

}  // namespace privet::detail
