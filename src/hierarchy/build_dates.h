// SPDX-License-Identifier: Apache-2.0
// Dates to months, quarters, years and decades, and times to hours, parts of the day and days:
//   2024-05-17 20:16, 2024-05-17 20h, 2024-05-17 evening, 2024-05-17, 2024-05, 2024-Q2, 2024,
//   2020s, *
// The parts of a day are night (0 to 6), morning, afternoon and evening, six hours each. Values are
// read as the column reads them (data/calendar.h); in a column of texts they are yyyy-mm-dd or
// yyyy/mm/dd. Groups are named the same whatever the form of the values. A value that knows no more
// than its month is its own group below that.
// Cost: O(levels) labels a distinct value.
#pragma once

#include <string_view>
#include <vector>

#include "data/table.h"
#include "hierarchy/hierarchy.h"

namespace privet {

enum class DateUnit { Hour, DayPart, Day, Month, Quarter, Year, Decade };

struct DateUnits {
  // Finest first, each at most once.
  std::vector<DateUnit> levels = {DateUnit::Month, DateUnit::Year, DateUnit::Decade};
};

// Every level that makes a difference for this column of dates: hours and days only where there are
// times.
[[nodiscard]] DateUnits all_date_units(const Column& column);

// Throws Error{Input} for a value that is not a date, naming it, and Error{Usage} for levels out of
// order.
[[nodiscard]] Hierarchy build_dates(const Column& column, const DateUnits& options);

}  // namespace privet
