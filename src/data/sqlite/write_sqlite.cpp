// SPDX-License-Identifier: Apache-2.0
#include "data/sqlite/write_sqlite.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <memory>
#include <optional>

#include "data/sqlite/sqlite_database_internal.h"

namespace privet {
namespace {

using detail::SqliteDatabase;
using detail::SqliteStatement;

enum class Storage { Integer, Real, Text };

// The integer whose only text this is.
std::optional<std::int64_t> exact_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (std::to_string(value) != text) return std::nullopt;
  return value;
}

bool is_exact_real(std::string_view text) {
  const auto value = parse_number(text);
  return value && detail::sqlite_real(*value) == text;
}

// How a column can be stored so that each text comes back as it is.
Storage storage_of(const Dictionary& dictionary) {
  if (dictionary.type() != ColumnType::Numeric) return Storage::Text;
  bool integers = true;
  bool reals = true;
  for (std::size_t id = dictionary.missing_count(); id < dictionary.size(); ++id) {
    const std::string_view text = dictionary.text(static_cast<ValueId>(id));
    integers = integers && exact_integer(text).has_value();
    reals = reals && is_exact_real(text);
  }
  return integers ? Storage::Integer : reals ? Storage::Real : Storage::Text;
}

std::string create_statement(const Table& table, const std::string& table_name,
                             const std::vector<Storage>& storage) {
  std::string out = fmt::format("CREATE TABLE {} (", detail::sqlite_name(table_name));
  for (std::size_t c = 0; c < table.columns(); ++c) {
    const char* type = storage[c] == Storage::Integer ? "INTEGER"
                       : storage[c] == Storage::Real  ? "REAL"
                                                      : "TEXT";
    out +=
        fmt::format("{}{} {}", c == 0 ? "" : ", ", detail::sqlite_name(table.all()[c].name), type);
  }
  return out += ")";
}

void bind(sqlite3_stmt* statement, int place, const Column& column, RowId row, Storage storage) {
  const std::string_view text = column.text(row);
  if (text.empty()) {
    ::sqlite3_bind_null(statement, place);
  } else if (storage == Storage::Integer && !column.missing(row)) {
    ::sqlite3_bind_int64(statement, place, *exact_integer(text));
  } else if (storage == Storage::Real && !column.missing(row)) {
    ::sqlite3_bind_double(statement, place, column.number(row));
  } else {
    ::sqlite3_bind_text64(statement, place, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
  }
}

void insert_rows(const SqliteDatabase& database, const Table& table, const std::string& table_name,
                 const std::vector<Storage>& storage, const Run& run) {
  std::string marks = "?";
  for (std::size_t c = 1; c < table.columns(); ++c) marks += ",?";
  const std::string text =
      fmt::format("INSERT INTO {} VALUES ({})", detail::sqlite_name(table_name), marks);
  const SqliteStatement insert(database, text);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (row % 1024 == 0) run.check_cancelled();
    for (std::size_t c = 0; c < table.columns(); ++c) {
      bind(insert.get(), static_cast<int>(c + 1), table.all()[c], static_cast<RowId>(row),
           storage[c]);
    }
    insert.step();
    ::sqlite3_reset(insert.get());
  }
}

void refuse_taken_name(const SqliteDatabase& database, const std::string& table_name) {
  const SqliteStatement known(database,
                              "SELECT 1 FROM sqlite_schema WHERE name = ? COLLATE NOCASE");
  ::sqlite3_bind_text64(known.get(), 1, table_name.data(), table_name.size(), SQLITE_STATIC,
                        SQLITE_UTF8);
  if (known.step()) {
    database.refuse(fmt::format("there is already a table {}; choose another name or file",
                                quote_for_message(table_name)));
  }
}

void add_table(const SqliteDatabase& database, const Table& table, const std::string& table_name,
               const Run& run) {
  std::vector<Storage> storage;
  for (const auto& column : table.all()) storage.push_back(storage_of(column.dictionary));
  database.execute("BEGIN IMMEDIATE");
  refuse_taken_name(database, table_name);
  database.execute(create_statement(table, table_name, storage));
  insert_rows(database, table, table_name, storage, run);
  database.execute("COMMIT");
}

}  // namespace

std::string sqlite_bytes(const Table& table, const std::string& table_name, const Run& run) {
  const SqliteDatabase database(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                                ErrorCode::Output, run);
  add_table(database, table, table_name, run);
  sqlite3_int64 size = 0;
  const std::unique_ptr<unsigned char, decltype(&::sqlite3_free)> image(
      ::sqlite3_serialize(database.get(), "main", &size, 0), ::sqlite3_free);
  if (!image) database.refuse("SQLite cannot hold the database in memory");
  return {reinterpret_cast<const char*>(image.get()), static_cast<std::size_t>(size)};
}

void write_sqlite(const Table& table, const std::string& path, const std::string& table_name,
                  const Run& run) {
  std::error_code ignored;
  const bool existed = std::filesystem::exists(path, ignored);
  try {
    const SqliteDatabase database(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                                  ErrorCode::Output, run);
    add_table(database, table, table_name, run);
  } catch (...) {
    // Closing the database has rolled the transaction back.
    if (!existed) std::filesystem::remove(path, ignored);
    throw;
  }
}

}  // namespace privet
