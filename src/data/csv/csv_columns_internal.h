// SPDX-License-Identifier: Apache-2.0
// Makes columns of what the threads that parsed a CSV file left: codes in pieces, each piece by the
// dictionary of the thread that parsed it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/run.h"
#include "data/infer_column.h"
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

// A value that is not what its column was to be.
struct WrongValue {
  std::size_t row = 0;
  std::size_t column = 0;
  std::string text;
};

// What came up while the columns were made.
struct ColumnFindings {
  std::optional<WrongValue> wrong = {};  // the first in the file; the columns then mean nothing
  std::vector<ColumnQuestion> questions = {};
  std::vector<std::string> notes = {};
};

// The columns, emptying `parts`. A column about which there is a question is text.
[[nodiscard]] std::vector<Column> make_columns(CsvParts& parts, std::vector<std::string> names,
                                               const ColumnWishes& wishes, ColumnFindings& found,
                                               const Run& run);

}  // namespace privet::detail
