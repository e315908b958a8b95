// SPDX-License-Identifier: Apache-2.0
// Any bytes are either refused with Error{Input} or read as the naive reader reads them, and what
// was read survives being written and read again. Only a dash or a point alone in a column of
// numbers or dates may be read as an empty cell. The first byte chooses delimiter, threads and
// chunks.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "data/csv/read_csv.h"
#include "data/csv/write_csv.h"
#include "tests/support/naive_csv.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

std::optional<privet::CsvFile> read(std::string_view bytes, char delimiter, const privet::Run& run,
                                    std::size_t chunk) {
  try {
    return privet::detail::parse_csv(bytes, "fuzz.csv", {.delimiter = delimiter, .header = false},
                                     run, {.chunk_bytes = chunk});
  } catch (const privet::Error& error) {
    require(error.code() == privet::ErrorCode::Input);
    return std::nullopt;
  }
}

// Written anew, not the reader's own test: dashes or points only, spaces around them, ASCII or not.
bool only_dashes_or_points(std::string_view text) {
  std::size_t marks = 0;
  for (const char c : text) {
    if (c == '-' || c == '.' || static_cast<unsigned char>(c) >= 0x80)
      ++marks;
    else if (c != ' ' && c != '\t' && c != '\n' && c != '\v' && c != '\f' && c != '\r')
      return false;
  }
  return marks > 0 && marks <= 9;
}

bool same_cell(const privet::Column& column, privet::RowId row, std::string_view expected) {
  if (column.text(row) == expected) return true;
  return column.dictionary.type() != privet::ColumnType::Text && column.text(row).empty() &&
         only_dashes_or_points(expected);
}

void require_same(const privet::Table& table,
                  const privet::testing_support::NaiveRecords& records) {
  require(table.rows() == records.size());
  for (std::size_t r = 0; r < records.size(); ++r) {
    require(table.columns() == records[r].size());
    for (std::size_t c = 0; c < records[r].size(); ++c) {
      require(same_cell(table.all()[c], static_cast<privet::RowId>(r), records[r][c]));
    }
  }
}

void require_equal(const privet::Table& a, const privet::Table& b) {
  require(a.rows() == b.rows() && a.columns() == b.columns());
  for (std::size_t c = 0; c < a.columns(); ++c) {
    for (std::size_t r = 0; r < a.rows(); ++r) {
      const auto row = static_cast<privet::RowId>(r);
      require(a.all()[c].text(row) == b.all()[c].text(row));
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const privet::Run kOne(nullptr, nullptr, 1);
  static const privet::Run kThree(nullptr, nullptr, 3);
  if (size == 0) return 0;
  const unsigned choice = data[0];
  const char delimiter = ",;\t|"[choice % 4];
  const privet::Run& run = (choice & 4U) != 0 ? kOne : kThree;
  const std::size_t chunk = std::size_t{1} << ((choice >> 3U) % 8);
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);

  try {
    (void)privet::parse_csv(bytes, "fuzz.csv", {}, run);  // header and delimiter judged from bytes
  } catch (const privet::Error& error) {
    require(error.code() == privet::ErrorCode::Input);
  }
  const auto expected = privet::testing_support::naive_csv(bytes, delimiter);
  const auto file = read(bytes, delimiter, run, chunk);
  require(expected.has_value() == file.has_value());
  if (!file) return 0;
  require_same(file->table, *expected);
  const std::string written = privet::csv_text(file->table, file->style, run);
  const auto again = read(written, delimiter, run, chunk);
  require(again.has_value());
  require_equal(again->table, file->table);
  require(again->style == file->style);
  return 0;
}
