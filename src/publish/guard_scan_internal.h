// SPDX-License-Identifier: Apache-2.0
// The guard's own reader of delimited text: splits bytes into fields and numbers the distinct texts
// of each column. Deliberately not data/csv/read_csv.h: a mistake there must not hide itself here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "data/csv/read_csv.h"

namespace privet::detail {

struct ScannedColumn {
  std::vector<std::string> texts;          // distinct, in order of appearance
  std::vector<std::uint32_t> text_of_row;  // [record] index into texts
};

struct Scan {
  std::vector<std::string> header;  // empty where the style has none
  std::vector<ScannedColumn> columns;
  std::size_t records = 0;
};

// Throws Error{Internal} if a record does not have `columns` fields.
[[nodiscard]] Scan scan_release(std::string_view bytes, const CsvStyle& style, std::size_t columns,
                                const Run& run);

[[noreturn]] void guard_refuses(const std::string& why);

}  // namespace privet::detail
