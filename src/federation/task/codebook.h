// SPDX-License-Identifier: Apache-2.0
// A table with the codebook that a job names: for parties of whom nobody sees the others' values.
// Idea: a rehearsal has all parts and can unite their categories (federation/task/row_parts.h);
// organisations write the categories of each column into the job, so that all know them before they
// begin and nobody learns of another's from the run.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "data/table.h"
#include "federation/task/task.h"

namespace privet::federation {

// Column -> all of its values; "" among them stands for missing ones.
using Categories = std::map<std::string, std::vector<std::string>>;

// The part of a party with all columns and some rows: each column that the task takes for
// categories has the values listed for it and no others, each other one the values that occur.
// Throws Error{Input}, naming the column, if the job lists no values for it, or if a row has a
// value that is not listed; Error{Usage} for a list of a column that there is not.
[[nodiscard]] Table with_categories(const Table& table, const Categories& categories,
                                    const Task& task, const Settings& settings);

// The part of one of two parties with all columns and rows, of which some cells are its own: those
// that have a value. Every column has the values listed for it. Throws as above.
[[nodiscard]] CellPart cells_with_categories(const Table& table, const Categories& categories);

}  // namespace privet::federation
