// SPDX-License-Identifier: Apache-2.0
// Dates to months, quarters, years and decades: 2024-05-17, 2024-05, 2024-Q2, 2024, 2020s, *.
// Values are yyyy-mm-dd or yyyy/mm/dd, and must be days of the (proleptic) Gregorian calendar.
// Cost: O(levels) labels a distinct value.
#pragma once

#include <vector>

#include "data/table.h"
#include "hierarchy/hierarchy.h"

namespace privet {

enum class DateUnit { Month, Quarter, Year, Decade };

struct DateUnits {
  // Finest first, each at most once.
  std::vector<DateUnit> levels = {DateUnit::Month, DateUnit::Year, DateUnit::Decade};
};

// Throws Error{Input} for a value that is not a date, naming it, and Error{Usage} for levels out of
// order.
[[nodiscard]] Hierarchy build_dates(const Column& column, const DateUnits& options);

}  // namespace privet
