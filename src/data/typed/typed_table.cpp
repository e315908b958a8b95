// SPDX-License-Identifier: Apache-2.0
#include "data/typed/typed_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "data/csv/csv_columns_internal.h"
#include "data/csv/csv_header_internal.h"

namespace privet {
namespace {

// A short file can name one long text in very many columns; a table keeps it in each.
void check_size(const std::vector<TypedColumn>& columns, const TypedOrigin& origin) {
  constexpr std::size_t kAlways = std::size_t{256} << 20U;
  constexpr std::size_t kTimes = 100;
  std::size_t bytes = 0;
  for (const TypedColumn& column : columns) bytes += column.text_bytes();
  if (bytes <= kAlways || bytes / kTimes <= origin.bytes) return;
  throw Error(ErrorCode::Input,
              fmt::format("its columns would hold {} MB of text, from a file of {} MB; this looks "
                          "like a file made to fill the memory",
                          bytes >> 20U, origin.bytes >> 20U),
              {.file = origin.file});
}

void check_rows(const std::vector<TypedColumn>& columns, std::size_t rows,
                const TypedOrigin& origin) {
  constexpr std::size_t kRows = 4294967294U;  // a RowId counts them
  if (columns.empty()) throw Error(ErrorCode::Input, "there is no column", {.file = origin.file});
  if (rows == 0) throw Error(ErrorCode::Input, "there is no record", {.file = origin.file});
  if (rows > kRows) {
    throw Error(ErrorCode::Input,
                fmt::format("there are {} records; a table holds at most {}", rows, kRows),
                {.file = origin.file});
  }
}

}  // namespace

CsvFile make_typed_table(std::vector<TypedColumn> columns, std::vector<std::string> names,
                         const ColumnWishes& wishes, const TypedOrigin& origin, const Run& run) {
  std::size_t rows = 0;
  for (const TypedColumn& column : columns) rows = std::max(rows, column.rows());
  check_rows(columns, rows, origin);
  check_size(columns, origin);
  detail::check_names(
      names, {.file = origin.file, .line = origin.first_line > 0 ? origin.first_line - 1 : 0});
  detail::check_wishes(wishes, names, origin.file);
  detail::CsvParts parts;
  parts.pools.emplace_back(columns.size());
  parts.codes.resize(columns.size());
  parts.pieces.push_back({.rows = rows});
  for (std::size_t c = 0; c < columns.size(); ++c) {
    run.check_cancelled();
    columns[c].pad(rows);
    columns[c].finish(parts.pools[0][c], parts.codes[c]);
  }
  detail::ColumnFindings found;
  auto made = detail::make_columns(parts, names, wishes, found, run);
  if (found.wrong) {
    const bool number = wish_for(wishes, names[found.wrong->column]).type == ColumnType::Numeric;
    const std::size_t line = origin.first_line > 0 ? origin.first_line + found.wrong->row : 0;
    throw Error(ErrorCode::Input,
                fmt::format("column {} is to be {}, but {} is not a {}",
                            quote_for_message(names[found.wrong->column]),
                            number ? "numeric" : "of dates", quote_for_message(found.wrong->text),
                            number ? "number" : "date like the others"),
                {.file = origin.file, .line = line, .column = found.wrong->column + 1});
  }
  for (const auto& note : found.notes) run.warn(fmt::format("{}: {}", origin.file, note));
  if (wishes.ask && !found.questions.empty()) {
    throw Error(ErrorCode::Input, found.questions.front().text, {.file = origin.file});
  }
  return {Table(std::move(made)), CsvStyle{}, std::move(found.questions)};
}

}  // namespace privet
