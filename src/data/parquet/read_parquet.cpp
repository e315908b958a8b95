// SPDX-License-Identifier: Apache-2.0
#include "data/parquet/read_parquet.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "data/memory_file.h"
#include "data/parquet/duckdb_library_internal.h"
#include "data/typed/typed_table.h"

namespace privet {
namespace {

using detail::Duckdb;
using detail::DuckdbRows;
using detail::DuckdbText;
using detail::sql_name;
using detail::sql_text;

struct ParquetColumn {
  enum class Kind { Integer, Number, Text, Date, DateTime };
  std::string name;
  std::string expression;
  Kind kind = Kind::Text;
  bool zoned = false;
};

// How a column of this type is asked for, so that few types come back.
ParquetColumn column_of(const Duckdb& database, const std::string& name, const std::string& type) {
  using Kind = ParquetColumn::Kind;
  const std::string from = sql_name(name);
  const auto is = [&](std::initializer_list<std::string_view> types) {
    return std::find(types.begin(), types.end(), type) != types.end();
  };
  if (is({"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER"})) {
    return {name, fmt::format("CAST({} AS BIGINT)", from), Kind::Integer};
  }
  if (type == "DOUBLE") return {name, from, Kind::Number};
  // The shortest decimal of a short float: 0.1 and not 0.10000000149011612.
  if (type == "FLOAT") {
    return {name, fmt::format("CAST(CAST({} AS VARCHAR) AS DOUBLE)", from), Kind::Number};
  }
  if (type == "BOOLEAN") {
    return {name, fmt::format("upper(CAST({} AS VARCHAR))", from), Kind::Text};
  }
  if (type == "DATE") {
    return {name, fmt::format("CAST(epoch_us({}) AS BIGINT)", from), Kind::Date};
  }
  if (type.starts_with("TIMESTAMP")) {
    const bool zoned = type == "TIMESTAMP WITH TIME ZONE";
    return {name, fmt::format("CAST(epoch_us({}) AS BIGINT)", from), Kind::DateTime, zoned};
  }
  const bool plain = is({"VARCHAR", "TIME", "UUID", "UBIGINT", "HUGEINT", "UHUGEINT"}) ||
                     type.starts_with("DECIMAL(") || type.starts_with("ENUM(");
  if (!plain || type.ends_with("[]")) {
    database.refuse(
        fmt::format("column {} is of the type {}, which is not one value; leave it out, "
                    "or make columns of it",
                    quote_for_message(name), quote_for_message(type)));
  }
  return {name, fmt::format("CAST({} AS VARCHAR)", from), Kind::Text};
}

std::vector<ParquetColumn> describe(const Duckdb& database, const std::string& source) {
  std::vector<ParquetColumn> out;
  DuckdbRows rows(
      database,
      fmt::format("SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM {})", source));
  while (rows.next()) {
    const auto* names = rows.values<DuckdbText>(0);
    const auto* types = rows.values<DuckdbText>(1);
    for (std::size_t r = 0; r < rows.rows(); ++r) {
      out.push_back(
          column_of(database, std::string(names[r].view()), std::string(types[r].view())));
    }
  }
  return out;
}

// A file of a few bytes can say that it has billions of equal rows.
void check_parquet_size(const Duckdb& database, const std::string& source, std::size_t columns,
                        std::size_t bytes) {
  constexpr std::uint64_t kCellsAlways = 20'000'000;
  constexpr std::uint64_t kCellsPerByte = 100;
  DuckdbRows rows(database, fmt::format("SELECT CAST(count(*) AS BIGINT) FROM {}", source));
  if (!rows.next()) return;
  const auto count = static_cast<std::uint64_t>(*rows.values<std::int64_t>(0));
  const std::uint64_t most = kCellsAlways + kCellsPerByte * bytes;
  if (columns == 0 || count <= most / columns) return;
  database.refuse(
      fmt::format("it says that it has {} records of {} columns, in {} bytes; this "
                  "looks like a file made to fill the memory",
                  count, columns, bytes));
}

void add_block(const Duckdb& database, const DuckdbRows& rows, std::size_t c,
               const ParquetColumn& column, TypedColumn& to) {
  using Kind = ParquetColumn::Kind;
  constexpr double kMicro = 1e6;
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    if (rows.missing(c, r)) {
      to.add_missing();
    } else if (column.kind == Kind::Integer) {
      to.add_integer(rows.values<std::int64_t>(c)[r]);
    } else if (column.kind == Kind::Number) {
      const double number = rows.values<double>(c)[r];
      if (std::isnan(number)) {
        to.add_missing();
      } else {
        to.add_number(number);
      }
    } else if (column.kind == Kind::Text) {
      const std::string_view text = rows.values<DuckdbText>(c)[r].view();
      if (text.find('\0') != std::string_view::npos) {
        database.refuse(fmt::format("record {} has a NUL byte in column {}", to.rows() + 1,
                                    quote_for_message(column.name)));
      }
      text.empty() ? to.add_missing() : to.add_text(text);
    } else {
      const auto seconds = static_cast<double>(rows.values<std::int64_t>(c)[r]) / kMicro;
      const TimeLook look = column.kind == Kind::Date ? TimeLook::Date : TimeLook::DateTime;
      if (time_text(seconds, look).empty()) {
        database.refuse(
            fmt::format("record {}, column {}: the year of this date is not between 1 "
                        "and 9999",
                        to.rows() + 1, quote_for_message(column.name)));
      }
      to.add_time(seconds, look);
    }
  }
}

}  // namespace

bool is_parquet(std::string_view start) {
  // "PAR1,PAR2" is the header of a CSV file.
  const std::string_view head = start.substr(0, 64);
  return start.starts_with("PAR1") && std::any_of(head.begin(), head.end(), [](char c) {
           return static_cast<unsigned char>(c) < 0x09;
         });
}

CsvFile parse_parquet(std::string_view bytes, const std::string& name, const ColumnWishes& wishes,
                      const Run& run) {
  const Duckdb database(name, ErrorCode::Input);
  const MemoryFile file(bytes);
  const std::string source = fmt::format("read_parquet({})", sql_text(file.path()));
  const auto columns = describe(database, source);
  check_parquet_size(database, source, columns.size(), bytes.size());
  std::vector<std::string> names;
  std::vector<std::string> expressions;
  for (const auto& column : columns) {
    names.push_back(column.name);
    expressions.push_back(column.expression);
    if (!column.zoned) continue;
    run.warn(fmt::format("{}: the times of column {} have a zone; they are read in UTC", name,
                         quote_for_message(column.name)));
  }
  std::vector<TypedColumn> values(columns.size());
  DuckdbRows rows(database, fmt::format("SELECT {} FROM {}", fmt::join(expressions, ", "), source));
  while (rows.next()) {
    run.check_cancelled();
    for (std::size_t c = 0; c < columns.size(); ++c) {
      add_block(database, rows, c, columns[c], values[c]);
    }
  }
  return make_typed_table(std::move(values), std::move(names), wishes,
                          {.file = name, .bytes = bytes.size()}, run);
}

}  // namespace privet
