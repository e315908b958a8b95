// SPDX-License-Identifier: Apache-2.0
// A number that a class shows of a numeric column instead of its records' values: their mean or
// their median. Missing values take no part; a class that has both shows both, {?,37.4}. A number
// over a few values would be next to one record's own: with fewer than the least, but some, the
// class shows nothing of the column, *.
// Idea: it is written with one decimal more than the column's values have, so that the median is
// exact, a mean is off by at most a twentieth of the column's last digit, and no more is disclosed
// than that; where doubles end before, as the shortest text that reads back the same. Two classes
// that show the same are one to every reader, and their number is that of the two together: a mean
// of means lies between them, and so does a median of medians.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/table.h"
#include "recoding/recoding.h"

namespace privet {

enum class Statistic { Mean, Median };

// "mean", "median".
[[nodiscard]] std::string_view statistic_name(Statistic statistic);

// Requires a value. Never overflows. May reorder the values.
[[nodiscard]] double statistic_of(Statistic statistic, std::span<double> values);

// With how many decimals the column's statistics are written.
[[nodiscard]] std::size_t statistic_decimals(const Column& column);
[[nodiscard]] std::string statistic_text(double number, std::size_t decimals);

// Over how many present values a number is shown at least: as many as the promises ask of a class,
// and three where they ask for no size.
inline constexpr std::size_t kLeastUnpromised = 3;
[[nodiscard]] constexpr std::size_t least_values(std::size_t smallest_class) {
  return smallest_class < 2 ? kLeastUnpromised : smallest_class;
}

// What every class shows of a column: one value per class. `class_of`: [RowId], kSuppressed for
// records in none of them; no class may be empty. A number is over at least `least` values.
[[nodiscard]] RecodedAttribute show_statistic(const Table& table, AttributeId column,
                                              Statistic statistic,
                                              const std::vector<ClassId>& class_of,
                                              std::size_t classes, std::size_t least);

}  // namespace privet
