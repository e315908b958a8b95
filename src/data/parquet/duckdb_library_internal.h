// SPDX-License-Identifier: Apache-2.0
// DuckDB's library, loaded when a Parquet file is read or written, and not before: Debian does not
// bring it, and nothing else needs it. Only what is used of its C interface is declared here.
// It is opened with an empty database in memory, without extensions from outside, without files of
// its own, and its settings locked.
// Reference: DuckDB, C API (stable since version 1.0).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/error.h"

namespace privet::detail {

// As the library lays them out.
struct DuckdbResult {
  std::uint64_t counts[3];
  void* columns;
  char* message;
  void* internal;
};
struct DuckdbText {
  std::uint32_t length;
  char bytes[12];  // the text, or if it is longer its first four and a pointer to all of it

  [[nodiscard]] std::string_view view() const {
    if (length <= sizeof(bytes)) return {bytes, length};
    const char* all = nullptr;
    std::memcpy(&all, bytes + 4, sizeof(all));
    return {all, length};
  }
};
static_assert(sizeof(DuckdbResult) == 48 && sizeof(DuckdbText) == 16);

struct DuckdbFunctions {
  const char* (*library_version)();
  int (*create_config)(void**);
  int (*set_config)(void*, const char*, const char*);
  void (*destroy_config)(void**);
  int (*open_ext)(const char*, void**, void*, char**);
  void (*close)(void**);
  int (*connect)(void*, void**);
  void (*disconnect)(void**);
  int (*query)(void*, const char*, DuckdbResult*);
  void (*destroy_result)(DuckdbResult*);
  const char* (*result_error)(DuckdbResult*);
  std::uint64_t (*column_count)(DuckdbResult*);
  void* (*fetch_chunk)(DuckdbResult);
  void (*destroy_data_chunk)(void**);
  std::uint64_t (*data_chunk_get_size)(void*);
  void* (*data_chunk_get_vector)(void*, std::uint64_t);
  void* (*vector_get_data)(void*);
  std::uint64_t* (*vector_get_validity)(void*);
  int (*appender_create)(void*, const char*, const char*, void**);
  int (*appender_end_row)(void*);
  int (*appender_close)(void*);
  int (*appender_destroy)(void**);
  int (*append_int64)(void*, std::int64_t);
  int (*append_double)(void*, double);
  int (*append_varchar_length)(void*, const char*, std::uint64_t);
  int (*append_null)(void*);
  void (*free)(void*);
};

// A database in memory.
class Duckdb {
 public:
  // `file` is for messages. Throws Error{Usage} with what to install where the library is missing
  // or of another version.
  Duckdb(std::string file, ErrorCode code);
  ~Duckdb();
  Duckdb(const Duckdb&) = delete;
  Duckdb& operator=(const Duckdb&) = delete;

  [[nodiscard]] const DuckdbFunctions& api() const { return api_; }
  [[nodiscard]] void* connection() const { return connection_; }
  // Throws Error{`code`} with the library's words.
  void run(const std::string& statement) const;
  [[noreturn]] void refuse(const std::string& what) const;

 private:
  DuckdbFunctions api_;
  std::string file_;
  ErrorCode code_;
  void* database_ = nullptr;
  void* connection_ = nullptr;
};

// The rows of a query, block by block.
class DuckdbRows {
 public:
  DuckdbRows(const Duckdb& database, const std::string& query);
  ~DuckdbRows();
  DuckdbRows(const DuckdbRows&) = delete;
  DuckdbRows& operator=(const DuckdbRows&) = delete;

  // Goes to the next block; false when there is none.
  bool next();
  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  // The values of a column in this block, of the type that the query gave it.
  template <typename Value>
  [[nodiscard]] const Value* values(std::size_t column) const {
    return static_cast<const Value*>(data(column));
  }
  [[nodiscard]] bool missing(std::size_t column, std::size_t row) const;

 private:
  [[nodiscard]] void* data(std::size_t column) const;

  const Duckdb& database_;
  DuckdbResult result_{};
  void* chunk_ = nullptr;
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
};

// 'it''s'
[[nodiscard]] std::string sql_text(std::string_view text);
// "it""s"
[[nodiscard]] std::string sql_name(std::string_view name);

}  // namespace privet::detail
