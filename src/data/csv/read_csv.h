// SPDX-License-Identifier: Apache-2.0
// Reads CSV and its relatives into a table without changing a byte of any value.
// Idea: threads parse pieces of the file into codes and small dictionaries of their own; the
// dictionaries are merged and sorted, and the codes translated in place.
// Reference: RFC 4180 for quoting; also any delimiter, LF line ends, a byte order mark, gzip.
// Cost: linear in the bytes; 4 bytes a cell and the distinct texts of each column, beside the file.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/run.h"
#include "data/table.h"

namespace privet {

struct CsvOptions {
  std::optional<char> delimiter = {};  // not given: tab for .tsv, else judged by the first records
  bool header = true;                  // without one the columns are named c1, c2, ...
  std::vector<std::pair<std::string, ColumnType>> types = {};  // columns not to be inferred
};

// How a file was written, so that it can be written the same way again.
struct CsvStyle {
  char delimiter = ',';
  bool header = true;
  bool crlf = false;
  bool bom = false;  // it begins with the UTF-8 byte order mark
  bool final_newline = true;

  bool operator==(const CsvStyle&) const = default;
};

struct CsvFile {
  Table table;
  CsvStyle style;
};

// Throws Error{Input} with file, line and field for a file that is empty, has no record, has
// records of unequal length, a quote never closed, text after a closing quote, a NUL byte, or
// column names that are empty or repeated. Blank lines at the end are ignored; in a file of one
// column, blank lines elsewhere are missing values. Bytes that are not UTF-8 are kept, and warned
// about once.
[[nodiscard]] CsvFile read_csv(const std::string& path, const CsvOptions& options, const Run& run);
// The same from memory; `name` stands for the file in messages.
[[nodiscard]] CsvFile parse_csv(std::string_view bytes, const std::string& name,
                                const CsvOptions& options, const Run& run);

namespace detail {

struct CsvLimits {
  std::size_t chunk_bytes = std::size_t{1} << 20U;  // what a thread takes at a time
  std::size_t rows = 4294967294U;                   // a RowId counts them
};
// parse_csv with limits small enough for a test to reach.
[[nodiscard]] CsvFile parse_csv(std::string_view bytes, const std::string& name,
                                const CsvOptions& options, const Run& run, const CsvLimits& limits);

}  // namespace detail
}  // namespace privet
