// SPDX-License-Identifier: Apache-2.0
// Numeric columns as intervals between thresholds that all parties agreed on.
// Idea: a learner of nominal columns takes a column of numbers by "at most 30", "above 30, at most
// 50", "above 50". The thresholds stand in the job; each party applies those of its own columns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "data/table.h"

namespace privet::federation {

// The thresholds of a column, ascending, with their texts as given.
struct ColumnCuts {
  std::string column;
  std::vector<double> values;
  std::vector<std::string> texts;
};

// "age=30|50,bmi=25". Throws Error{Usage}, naming --cuts, for anything else.
[[nodiscard]] std::vector<ColumnCuts> parse_cuts(std::string_view text);
// The table with the columns that it has of these as texts; a missing value stays missing. Throws
// Error{Input} for one that is not of numbers.
[[nodiscard]] Table with_cuts(const Table& table, const std::vector<ColumnCuts>& cuts);
// The same for one of several tables with the same columns: every interval is a value, whether it
// occurs or not, and "?" is one where `missing` says so, by cut.
[[nodiscard]] Table with_all_intervals(const Table& table, const std::vector<ColumnCuts>& cuts,
                                       const std::vector<bool>& missing);

}  // namespace privet::federation
