// SPDX-License-Identifier: Apache-2.0
#include "data/formats/loaned_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "data/csv/csv_columns_internal.h"
#include "data/csv/csv_header_internal.h"

namespace privet {
namespace {

constexpr std::size_t kMostRows = 4294967294U;  // a RowId counts them

[[noreturn]] void refuse_option(std::string_view option) {
  throw Error(ErrorCode::Usage,
              "says how the text of a file is read, and this table is not a file; leave it out",
              {.parameter = fmt::format("--{}", option)});
}

void check_options(const CsvOptions& options) {
  if (options.delimiter) refuse_option("delimiter");
  if (!options.header) refuse_option("no-header");
  if (options.encoding) refuse_option("encoding");
  if (options.skip_lines > 0) refuse_option("skip-lines");
  if (options.skip_last_lines > 0) refuse_option("skip-last-lines");
}

void check_shape(const MemoryTable& table, const std::string& name) {
  const auto refuse = [&](std::string message) {
    throw Error(ErrorCode::Input, std::move(message), {.file = name});
  };
  if (table.columns.empty()) refuse("there are no columns");
  if (table.rows == 0) refuse("there are no records");
  if (table.rows > kMostRows) {
    refuse(fmt::format("there are {} records; a table holds at most {}", table.rows, kMostRows));
  }
  std::vector<std::string_view> names;
  for (const auto& column : table.columns) {
    if (column.name.empty()) refuse(fmt::format("column {} has no name", names.size() + 1));
    if (std::find(names.begin(), names.end(), column.name) != names.end()) {
      refuse(fmt::format("two columns are called {}", quote_for_message(column.name)));
    }
    names.push_back(column.name);
  }
}

}  // namespace

CsvFile read_loaned_table(const MemoryTable& table, const std::string& name,
                          const CsvOptions& options, const Run& run) {
  check_options(options);
  check_shape(table, name);
  detail::CsvParts parts;
  std::vector<std::string> names;
  parts.pools.emplace_back(table.columns.size());
  parts.pieces.push_back({.first_row = 0, .rows = table.rows, .worker = 0});
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const MemoryColumn& column = table.columns[c];
    PRIVET_CHECK(column.codes.size() == table.rows);
    for (const auto& text : column.texts) {
      parts.pools[0][c].intern(text);
    }
    PRIVET_CHECK(parts.pools[0][c].size() == column.texts.size());
    parts.codes.push_back(column.codes);
    names.push_back(column.name);
    run.check_cancelled();
  }
  detail::check_wishes(options.columns, names, name);
  detail::ColumnFindings found;
  auto columns = detail::make_columns(parts, names, options.columns, found, run);
  if (found.wrong) {
    const bool number =
        wish_for(options.columns, names[found.wrong->column]).type == ColumnType::Numeric;
    throw Error(ErrorCode::Input,
                fmt::format("column {} is to be {}, but {} is not a {}",
                            quote_for_message(names[found.wrong->column]),
                            number ? "numeric" : "of dates", quote_for_message(found.wrong->text),
                            number ? "number" : "date like the others"),
                {.file = name, .line = found.wrong->row + 1, .column = found.wrong->column + 1});
  }
  for (const auto& note : found.notes) run.warn(fmt::format("{}: {}", name, note));
  if (options.columns.ask && !found.questions.empty()) {
    throw Error(ErrorCode::Input, found.questions.front().text, {.file = name});
  }
  return {Table(std::move(columns)), CsvStyle{}, std::move(found.questions)};
}

}  // namespace privet
