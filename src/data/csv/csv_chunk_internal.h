// SPDX-License-Identifier: Apache-2.0
// The fast reading of CSV: many records at once, straight into codes.
// Idea: a file is cut where a line end lies outside quotes, judged by counting quotes; each piece
// is scanned 64 bytes at a time into a bit mask of delimiters, line ends and quotes, and each field
// is looked up in its column's TextPool. Counting quotes can be fooled (a lone quote in an unquoted
// field); then a piece does not end where the next begins, which the caller notices.
// Reference: the bit-mask scan follows Langdale and Lemire, "Parsing gigabytes of JSON per second".
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "data/text_pool.h"

namespace privet::detail {

struct CsvChunk {
  std::size_t begin = 0;
  std::size_t end = 0;        // where the next one begins
  std::size_t first_row = 0;  // where its codes go
  std::size_t capacity = 0;   // its line ends: the most records it can have
};

// Pieces of about `chunk_bytes` that cover bytes[begin, size).
[[nodiscard]] std::vector<CsvChunk> cut_csv(std::string_view bytes, std::size_t begin,
                                            std::size_t chunk_bytes, const Run& run);
// Numbers the rows: fills first_row and capacity. Returns the sum of the capacities.
std::size_t count_rows(std::string_view bytes, std::span<CsvChunk> chunks, const Run& run);

struct CsvChunkResult {
  bool sound = false;  // otherwise the other fields are not set: CsvRecords finds out what is wrong
  std::size_t rows = 0;
  std::size_t end = 0;  // where the last record ended
  bool lf = false;      // some line ended with LF alone
  bool crlf = false;    // some line ended with CR LF
};

// Parses the records that begin in the chunk. Field c of record r gets its number in pools[c],
// stored in codes[c][chunk.first_row + r].
[[nodiscard]] CsvChunkResult parse_csv_chunk(std::string_view bytes, const CsvChunk& chunk,
                                             char delimiter, std::span<TextPool> pools,
                                             std::span<ValueId* const> codes);

}  // namespace privet::detail
