// SPDX-License-Identifier: Apache-2.0
// Reads CSV and its relatives into a table without changing a byte of any value.
// Idea: threads parse pieces of the file into codes and small dictionaries of their own; the
// dictionaries are merged and sorted, and the codes translated in place.
// Reference: RFC 4180 for quoting; also any delimiter, LF line ends, a byte order mark, gzip,
// Excel's line "sep=;", the encodings of data/encoding.h. Cost: linear in the bytes; 4 bytes per
// cell and the distinct texts of each column, beside the file.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/run.h"
#include "data/encoding.h"
#include "data/infer_column.h"
#include "data/table.h"

namespace privet {

struct CsvOptions {
  std::optional<char> delimiter = {};  // not given: tab for .tsv, else judged by the first records
  bool header = true;                  // without one the columns are named c1, c2, ...
  ColumnWishes columns = {};           // how they are to be understood
  std::optional<Encoding> encoding = {};  // not given: detected
  std::size_t skip_lines = 0;             // title lines above the header
  std::size_t skip_last_lines = 0;        // totals below the records; blank lines do not count
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
  std::vector<ColumnQuestion> questions = {};  // columns that could mean two things, and are text
};

// Throws Error{Input} with file, line and field for a file that is empty, has no record, has
// records of unequal length, a quote never closed, text after a closing quote, a NUL byte, or
// column names that are empty or repeated; and for a file that is not a text (data/foreign_file.h).
// Blank lines at the end are ignored; in a file of one column, blank lines elsewhere are missing
// values. A column whose values could mean two things is refused if the options ask so, naming the
// option that decides; otherwise it is text. Other encodings become UTF-8, which a warning says;
// single bytes that are not UTF-8 in what otherwise is are kept, and warned about once.
[[nodiscard]] CsvFile read_csv(const std::string& path, const CsvOptions& options, const Run& run);
// The same from memory; `name` stands for the file in messages.
[[nodiscard]] CsvFile parse_csv(std::string_view bytes, const std::string& name,
                                const CsvOptions& options, const Run& run);

namespace detail {

struct CsvLimits {
  std::size_t chunk_bytes = std::size_t{1} << 20U;  // what a thread takes at a time
  std::size_t rows = 4294967294U;                   // a RowId counts them
};
// What is known about the text of a table before it is parsed.
struct CsvOrigin {
  std::size_t lines_before = 0;  // lines of the file above it
  bool sound = false;            // it is UTF-8
};
// parse_csv of a text in UTF-8, with limits small enough for a test to reach.
[[nodiscard]] CsvFile parse_csv(std::string_view bytes, const std::string& name,
                                const CsvOptions& options, const Run& run, const CsvLimits& limits,
                                const CsvOrigin& origin = {});

}  // namespace detail
}  // namespace privet
