// SPDX-License-Identifier: Apache-2.0
// A table of typed columns, understood as the same table in CSV would be: which column is of
// numbers, dates, codes or texts, what is asked, and what the options of a file say
// (docs/format/tables.md). So it makes no difference in which form a table comes.
// Cost: that of the distinct values.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/run.h"
#include "data/csv/read_csv.h"
#include "data/typed/typed_column.h"

namespace privet {

// Where the values come from, for messages.
struct TypedOrigin {
  std::string file = {};
  std::size_t bytes = 0;       // of the file: bounds what the table may hold
  std::size_t first_line = 0;  // of the first record; 0: lines have no numbers there
};

// The columns are as long as the longest, emptied, and named. Throws Error{Input} for a table
// without columns or records, for names that are empty or repeated, for values that contradict the
// wishes, for questions if the wishes ask, and for texts out of all proportion to the file.
[[nodiscard]] CsvFile make_typed_table(std::vector<TypedColumn> columns,
                                       std::vector<std::string> names, const ColumnWishes& wishes,
                                       const TypedOrigin& origin, const Run& run);

}  // namespace privet
