// SPDX-License-Identifier: Apache-2.0
// Times of day to hours and parts of the day:
//   20:16, 20h, evening, *
// The parts are night (0 to 6), morning, afternoon and evening, six hours each, as in
// build_dates.h. Times are 20:16, 20:16:05 and 8:16 PM, whatever else the file has. Cost: O(levels)
// labels a distinct value.
#pragma once

#include "data/table.h"
#include "hierarchy/hierarchy.h"

namespace privet {

// Whether the column is one of texts, some of them not missing, all of those times of day.
[[nodiscard]] bool is_times_of_day(const Column& column);

// Requires is_times_of_day().
[[nodiscard]] Hierarchy build_times(const Column& column);

}  // namespace privet
