// SPDX-License-Identifier: Apache-2.0
// A date in a released cell, understood by who did not write it. Deliberately not data/calendar.h,
// by which the dates of a table are read and put in order: a mistake there must not hide itself
// here. It reads the numbers and words of a text one after the other, and lets the C library count
// the days.
#pragma once

#include <string_view>

#include "data/calendar.h"

namespace privet {

// Seconds since 1970; not a number for what is not a date.
[[nodiscard]] double read_released_date(std::string_view text, DateOrder order);

}  // namespace privet
