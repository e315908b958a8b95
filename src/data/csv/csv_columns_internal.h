// SPDX-License-Identifier: Apache-2.0
// Makes columns of what the threads that parsed a CSV file left: codes in pieces, each piece by the
// dictionary of the thread that parsed it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/run.h"
#include "data/table.h"
#include "data/text_pool.h"

namespace privet::detail {

// Rows of one thread, at one place of the code arrays.
struct CsvPiece {
  std::size_t first_row = 0;
  std::size_t rows = 0;
  std::size_t worker = 0;
};

struct CsvParts {
  std::vector<std::vector<TextPool>> pools;  // [worker][column]
  std::vector<std::vector<ValueId>> codes;   // [column], with gaps between the pieces
  std::vector<CsvPiece> pieces;              // in file order
};

// The type of a column of these distinct values: numeric if all that are not missing are numbers
// and there is one.
[[nodiscard]] ColumnType infer_type(const std::vector<std::string_view>& values,
                                    const std::vector<bool>& missing, const Run& run);

// A value of a column that was to be numeric and is not.
struct NotANumber {
  std::size_t row = 0;
  std::size_t column = 0;
  std::string text;
};

// The columns, emptying `parts`. `types` has an entry for each column. If a value contradicts its
// column's given type, the first one in the file goes to `wrong`, and the columns mean nothing.
[[nodiscard]] std::vector<Column> make_columns(CsvParts& parts, std::vector<std::string> names,
                                               const std::vector<std::optional<ColumnType>>& types,
                                               std::optional<NotANumber>& wrong, const Run& run);

}  // namespace privet::detail
