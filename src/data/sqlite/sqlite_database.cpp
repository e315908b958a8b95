// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "data/sqlite/sqlite_database_internal.h"

namespace privet::detail {
namespace {

constexpr int kOperationsBetweenPolls = 100000;

// SQLite calls this now and then; another answer than 0 ends the statement.
int stop_wanted(void* run) {
  try {
    static_cast<const Run*>(run)->check_cancelled();
    return 0;
  } catch (const Error&) {
    return 1;
  }
}

}  // namespace

SqliteDatabase::SqliteDatabase(const std::string& path, int flags, ErrorCode code, const Run& run)
    : path_(path), code_(code), run_(run) {
  const int status = ::sqlite3_open_v2(path.c_str(), &database_, flags, nullptr);
  if (status != SQLITE_OK) {
    const std::string what = database_ != nullptr ? ::sqlite3_errmsg(database_) : "out of memory";
    ::sqlite3_close(database_);
    throw Error(code_, fmt::format("cannot be opened: {}", what), {.file = path_});
  }
  ::sqlite3_busy_timeout(database_, 5000);
  ::sqlite3_progress_handler(database_, kOperationsBetweenPolls, stop_wanted,
                             const_cast<Run*>(&run_));
}

SqliteDatabase::~SqliteDatabase() {
  ::sqlite3_close(database_);
}

void SqliteDatabase::refuse(const std::string& what) const {
  throw Error(code_, what, {.file = path_});
}

void SqliteDatabase::fail() const {
  run_.check_cancelled();
  refuse(fmt::format("SQLite says: {}", ::sqlite3_errmsg(database_)));
}

void SqliteDatabase::execute(const std::string& statement) const {
  if (::sqlite3_exec(database_, statement.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

SqliteStatement::SqliteStatement(const SqliteDatabase& database, std::string_view text)
    : database_(database) {
  const char* rest = nullptr;
  if (::sqlite3_prepare_v2(database.get(), text.data(), static_cast<int>(text.size()), &statement_,
                           &rest) != SQLITE_OK) {
    database.fail();
  }
  rest_ = text.substr(static_cast<std::size_t>(rest - text.data()));
}

SqliteStatement::~SqliteStatement() {
  ::sqlite3_finalize(statement_);
}

bool SqliteStatement::step() const {
  const int status = ::sqlite3_step(statement_);
  if (status != SQLITE_ROW && status != SQLITE_DONE) database_.fail();
  return status == SQLITE_ROW;
}

std::string sqlite_name(std::string_view name) {
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"') out += '"';
    out += c;
  }
  return out += '"';
}

std::string sqlite_real(double number) {
  std::string text = fmt::format("{}", number);
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}

}  // namespace privet::detail
