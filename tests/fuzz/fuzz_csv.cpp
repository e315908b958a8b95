// SPDX-License-Identifier: Apache-2.0
// Any bytes are either refused with Error{Input} or read as the naive reader reads them, and what
// was read survives being written and read again. The first byte chooses delimiter, threads and
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

void require_same(const privet::Table& table,
                  const privet::testing_support::NaiveRecords& records) {
  require(table.rows() == records.size());
  for (std::size_t r = 0; r < records.size(); ++r) {
    require(table.columns() == records[r].size());
    for (std::size_t c = 0; c < records[r].size(); ++c) {
      require(table.all()[c].text(static_cast<privet::RowId>(r)) == records[r][c]);
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
  require_same(again->table, *expected);
  require(again->style == file->style);
  return 0;
}
