// SPDX-License-Identifier: Apache-2.0
// Owners of an SQLite connection and statement that turn failures into Errors.
#pragma once

#include <sqlite3.h>

#include <string>
#include <string_view>

#include "base/error.h"
#include "base/run.h"

namespace privet::detail {

class SqliteDatabase {
 public:
  // `flags` as sqlite3_open_v2; failures are errors of this code.
  SqliteDatabase(const std::string& path, int flags, ErrorCode code, const Run& run);
  ~SqliteDatabase();
  SqliteDatabase(const SqliteDatabase&) = delete;
  SqliteDatabase& operator=(const SqliteDatabase&) = delete;

  [[nodiscard]] sqlite3* get() const { return database_; }
  void execute(const std::string& statement) const;
  [[noreturn]] void refuse(const std::string& what) const;
  // Refuses with SQLite's words for the last failure, or the wish to stop if that was the cause.
  [[noreturn]] void fail() const;

 private:
  sqlite3* database_ = nullptr;
  std::string path_;
  ErrorCode code_;
  const Run& run_;
};

class SqliteStatement {
 public:
  SqliteStatement(const SqliteDatabase& database, std::string_view text);
  ~SqliteStatement();
  SqliteStatement(const SqliteStatement&) = delete;
  SqliteStatement& operator=(const SqliteStatement&) = delete;

  [[nodiscard]] sqlite3_stmt* get() const { return statement_; }
  // Goes to the next row; false when there is none.
  bool step() const;
  // What followed the first statement in the text.
  [[nodiscard]] std::string_view rest() const { return rest_; }

 private:
  const SqliteDatabase& database_;
  sqlite3_stmt* statement_ = nullptr;
  std::string_view rest_;
};

// A name as it stands in a statement: "it""s".
[[nodiscard]] std::string sqlite_name(std::string_view name);
// A real number as text: the shortest that reads back as the same number, always with . or e.
[[nodiscard]] std::string sqlite_real(double number);

}  // namespace privet::detail
