// SPDX-License-Identifier: Apache-2.0
#include "data/sqlite/read_sqlite.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <unordered_set>
#include <vector>

#include "data/csv/column_builder.h"
#include "data/file_bytes.h"
#include "data/sqlite/sqlite_database_internal.h"

namespace privet {
namespace {

using detail::SqliteDatabase;
using detail::SqliteStatement;

std::vector<std::string> table_names(const SqliteDatabase& database) {
  const SqliteStatement statement(database,
                                  "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') "
                                  "AND name NOT LIKE 'sqlite\\_%' "
                                  "ESCAPE '\\' ORDER BY name");
  std::vector<std::string> names;
  while (statement.step()) {
    names.emplace_back(reinterpret_cast<const char*>(::sqlite3_column_text(statement.get(), 0)));
  }
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  if (names.empty()) return "it has none";
  return fmt::format("there {} {}", names.size() == 1 ? "is" : "are", fmt::join(names, ", "));
}

bool is_query(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n("), text.size()));
  std::string word;
  for (const char c : text.substr(0, 7)) {
    word += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  for (const std::string_view start : {"SELECT", "WITH", "VALUES"}) {
    if (!word.starts_with(start) || text.size() == start.size()) continue;
    if (std::string_view(" \t\r\n(*'\"").find(text[start.size()]) != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

// The statement to run.
std::string chosen_query(const SqliteDatabase& database,
                         const std::optional<std::string>& table_or_query) {
  const std::vector<std::string> names = table_names(database);
  const bool is_table =
      table_or_query && std::find(names.begin(), names.end(), *table_or_query) != names.end();
  if (is_table) return "SELECT * FROM " + detail::sqlite_name(*table_or_query);
  if (table_or_query && is_query(*table_or_query)) return *table_or_query;
  if (table_or_query) {
    database.refuse(
        fmt::format("there is no table {}; {}", quote_for_message(*table_or_query), listed(names)));
  }
  if (names.size() == 1) return "SELECT * FROM " + detail::sqlite_name(names.front());
  database.refuse(names.empty() ? "the database has no table"
                                : fmt::format("say which table is meant; {}", listed(names)));
}

std::vector<std::string> column_names(const SqliteDatabase& database, sqlite3_stmt* statement) {
  std::vector<std::string> names;
  std::unordered_set<std::string_view> seen;
  const int count = ::sqlite3_column_count(statement);
  names.reserve(static_cast<std::size_t>(count));
  for (int c = 0; c < count; ++c) {
    names.emplace_back(::sqlite3_column_name(statement, c));
    if (seen.insert(names.back()).second) continue;
    database.refuse(fmt::format("two columns of the query are named {}; rename one with AS",
                                quote_for_message(names.back())));
  }
  return names;
}

void add_value(const SqliteDatabase& database, sqlite3_stmt* statement, int c,
               ColumnBuilder& column) {
  switch (::sqlite3_column_type(statement, c)) {
    case SQLITE_NULL:
      column.add("");
      return;
    case SQLITE_INTEGER:
      column.add(fmt::format_int(::sqlite3_column_int64(statement, c)).c_str());
      return;
    case SQLITE_FLOAT:
      column.add(detail::sqlite_real(::sqlite3_column_double(statement, c)));
      return;
    default:
      break;
  }
  const auto* bytes = static_cast<const char*>(::sqlite3_column_blob(statement, c));
  const auto size = static_cast<std::size_t>(::sqlite3_column_bytes(statement, c));
  const std::string_view text(size == 0 ? "" : bytes, size);
  if (text.find('\0') != std::string_view::npos) {
    database.refuse(fmt::format("record {} has a NUL byte in column {}", column.rows() + 1,
                                quote_for_message(::sqlite3_column_name(statement, c))));
  }
  column.add(text);
}

Table read_rows(const SqliteDatabase& database, const std::optional<std::string>& table_or_query,
                const Run& run) {
  const std::string query = chosen_query(database, table_or_query);
  const SqliteStatement statement(database, query);
  if (statement.get() == nullptr || ::sqlite3_stmt_readonly(statement.get()) == 0) {
    database.refuse("the query must read and not write");
  }
  if (statement.rest().find_first_not_of(" \t\r\n;") != std::string_view::npos) {
    database.refuse(
        fmt::format("one query is wanted; {} follows it", quote_for_message(statement.rest())));
  }
  const std::vector<std::string> names = column_names(database, statement.get());
  std::vector<ColumnBuilder> builders(names.size());
  for (std::size_t row = 0; statement.step(); ++row) {
    if (row % 1024 == 0) run.check_cancelled();
    for (std::size_t c = 0; c < builders.size(); ++c) {
      add_value(database, statement.get(), static_cast<int>(c), builders[c]);
    }
  }
  if (builders.empty() || builders.front().rows() == 0) database.refuse("there is no record");
  std::vector<Column> columns;
  columns.reserve(builders.size());
  for (std::size_t c = 0; c < builders.size(); ++c) {
    columns.push_back(builders[c].finish(names[c], std::nullopt, run));
  }
  return Table(std::move(columns));
}

}  // namespace

Table read_sqlite(const std::string& path, const std::optional<std::string>& table_or_query,
                  const Run& run) {
  {
    const FileBytes readable(path, run);
  }  // its complaints are clearer than SQLite's
  const SqliteDatabase database(path, SQLITE_OPEN_READONLY, ErrorCode::Input, run);
  return read_rows(database, table_or_query, run);
}

Table parse_sqlite(std::string_view bytes, const std::string& name, const Run& run) {
  const SqliteDatabase database(":memory:", SQLITE_OPEN_READWRITE, ErrorCode::Input, run);
  // SQLite does not write to a read-only image, and does not free what is not its own.
  auto* image = reinterpret_cast<unsigned char*>(const_cast<char*>(bytes.data()));
  const auto size = static_cast<sqlite3_int64>(bytes.size());
  if (::sqlite3_deserialize(database.get(), "main", image, size, size,
                            SQLITE_DESERIALIZE_READONLY) != SQLITE_OK) {
    throw Error(ErrorCode::Input, "this is not an SQLite database", {.file = name});
  }
  return read_rows(database, std::nullopt, run);
}

}  // namespace privet
