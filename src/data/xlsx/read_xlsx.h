// SPDX-License-Identifier: Apache-2.0
// Reads a sheet of an Excel workbook (.xlsx, .xlsm) as a table: the first row with something in it
// is the header, the rows below are records. Numbers are read as they are stored, to the last
// digit, and dates, times, decimals (12.50) and leading zeros (01067) as the cell's format means
// them; both calendars, from 1900 and from 1904. Formulas count by the value that is stored with
// them. An error such as #N/A keeps its text, which stands for a missing value. Empty cells are
// missing; so are all of a merged range but the first.
// Reference: ECMA-376 part 1 (SpreadsheetML). The sheet is scanned while it is inflated; only the
// small parts are held as trees.
// Cost: one pass, one thread; 4 bytes per cell and the distinct values of each column.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/run.h"
#include "data/csv/read_csv.h"

namespace privet {

struct XlsxOptions {
  std::optional<std::string> sheet = {};  // by name; otherwise the first that is not hidden
  bool header = true;
  std::size_t skip_lines = 0;       // rows above the header, such as a title
  std::size_t skip_last_lines = 0;  // rows below the records, such as totals
  ColumnWishes columns = {};
};

// Whether these are the first bytes, and some of the last, of a workbook that can be read here.
[[nodiscard]] bool is_xlsx(std::string_view bytes);

// `name` stands for the file in messages. Throws Error{Input}, with the row as its line.
[[nodiscard]] CsvFile parse_xlsx(std::string_view bytes, const std::string& name,
                                 const XlsxOptions& options, const Run& run);

}  // namespace privet
