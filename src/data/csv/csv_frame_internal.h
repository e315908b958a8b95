// SPDX-License-Identifier: Apache-2.0
// What surrounds the table in a CSV file, and is taken off before its records are read: the
// encoding and its byte order mark, Excel's line "sep=;", title lines above the header, totals
// below the records.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/run.h"
#include "data/csv/read_csv.h"

namespace privet::detail {

struct CsvFrame {
  std::string converted = {};          // the whole text, if it was not UTF-8
  std::string_view table = {};         // header and records; may refer to `converted`
  std::size_t lines_before = 0;        // lines of the file above the table
  std::optional<char> delimiter = {};  // of the line "sep=;"
  bool bom = false;
  bool sound = false;  // the table is known to be UTF-8

  CsvFrame() = default;
  CsvFrame(const CsvFrame&) = delete;  // `table` may refer to `converted`
  CsvFrame& operator=(const CsvFrame&) = delete;
};

// Throws Error{Input} for a file that is not a text, or that has fewer lines than are to be
// skipped; warns of an encoding other than UTF-8 that nobody asked for.
void open_frame(std::string_view bytes, const std::string& name, const CsvOptions& options,
                const Run& run, CsvFrame& out);

// The part of it that concerns the lines above the table: of a text that begins as the file does.
void skip_start(const CsvOptions& options, const std::string& name, CsvFrame& out);

// The number of lines above the header, where the first lines have fewer fields than all that
// follow, or leave out names: a title. Judged by the first records.
[[nodiscard]] std::optional<std::size_t> title_lines(std::string_view table,
                                                     std::optional<char> delimiter);

// Throws Error{Input} at the first line of the table, of which `before` are above it, that says so.
[[noreturn]] void refuse_title(std::size_t title, std::size_t before, const std::string& name);
// The end of a message about a record that is too short and after which no whole one comes; `lines`
// are to be left out then.
[[nodiscard]] std::string total_hint(std::size_t lines);

// Whether the lines end with CR alone, as old programs for the Macintosh write them; judged by the
// beginning.
[[nodiscard]] bool ends_lines_with_cr(std::string_view text);
[[nodiscard]] std::string cr_warning(const std::string& name);

// Whether a table of one column, judged by its first records, has its fields in columns of blanks.
[[nodiscard]] bool has_blanks_between_fields(std::string_view table);

// Bytes without the blank lines at their end.
[[nodiscard]] std::string_view without_blank_end(std::string_view bytes);

}  // namespace privet::detail
