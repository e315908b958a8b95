// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <charconv>
#include <vector>

#include "base/error.h"
#include "base/utf8.h"
#include "data/memory_file.h"
#include "data/parquet/duckdb_library_internal.h"
#include "data/parquet/read_parquet.h"
#include "data/typed/typed_column.h"

namespace privet {
namespace {

using detail::Duckdb;
using detail::sql_name;
using detail::sql_text;

enum class ParquetType { Integer, Number, Date, DateTime, Text };

template <typename Number>
bool reads_back(std::string_view text, Number& number) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size()) return false;
  if constexpr (std::is_integral_v<Number>) {
    return std::to_string(number) == text;
  } else {
    return number - number == 0 && number_text(number) == text;
  }
}

// Days alone, or times of which one is not midnight: what else there is would come back otherwise.
ParquetType time_type(const Dictionary& values) {
  bool days = false;
  bool times = false;
  bool clock = false;
  for (std::size_t v = values.missing_count(); v < values.size(); ++v) {
    const std::string_view text = values.text(static_cast<ValueId>(v));
    const auto date = parse_date(text, DateOrder::Ymd);
    if (!date || date->zoned) return ParquetType::Text;
    const bool day = date->detail == DateValue::Detail::Day;
    if (time_text(date->seconds, day ? TimeLook::Date : TimeLook::DateTime) != text) {
      return ParquetType::Text;
    }
    days = days || day;
    times = times || !day;
    clock = clock || !text.ends_with(" 00:00:00");
  }
  if (days && !times) return ParquetType::Date;
  return times && !days && clock ? ParquetType::DateTime : ParquetType::Text;
}

ParquetType type_of(const Dictionary& values) {
  const bool one_missing = values.missing_count() == 0 ||
                           (values.missing_count() == 1 && values.text(ValueId{0}).empty());
  if (!one_missing || values.size() == values.missing_count()) return ParquetType::Text;
  if (values.type() == ColumnType::Date) return time_type(values);
  if (values.type() != ColumnType::Numeric) return ParquetType::Text;
  bool integers = true;
  for (std::size_t v = values.missing_count(); v < values.size(); ++v) {
    const std::string_view text = values.text(static_cast<ValueId>(v));
    std::int64_t whole = 0;
    double number = 0;
    integers = integers && reads_back(text, whole);
    if (!integers && !reads_back(text, number)) return ParquetType::Text;
  }
  if (integers) return ParquetType::Integer;
  for (std::size_t v = values.missing_count(); v < values.size(); ++v) {
    double number = 0;
    if (!reads_back(values.text(static_cast<ValueId>(v)), number)) return ParquetType::Text;
  }
  return ParquetType::Number;
}

// Rows into the table t of a database.
class ParquetRows {
 public:
  explicit ParquetRows(const Duckdb& database) : database_(database) {
    if (database.api().appender_create(database.connection(), nullptr, "t", &appender_) != 0)
      fail();
  }
  ~ParquetRows() { (void)database_.api().appender_destroy(&appender_); }
  ParquetRows(const ParquetRows&) = delete;
  ParquetRows& operator=(const ParquetRows&) = delete;

  void add(std::string_view text, ParquetType type) {
    const auto& api = database_.api();
    int failed = 0;
    std::int64_t whole = 0;
    double number = 0;
    if (text.empty()) {
      failed = api.append_null(appender_);
    } else if (type == ParquetType::Integer && reads_back(text, whole)) {
      failed = api.append_int64(appender_, whole);
    } else if (type == ParquetType::Number && reads_back(text, number)) {
      failed = api.append_double(appender_, number);
    } else {
      failed = api.append_varchar_length(appender_, text.data(), text.size());
    }
    if (failed != 0) fail();
  }
  void end_row() {
    if (database_.api().appender_end_row(appender_) != 0) fail();
  }
  void close() {
    if (database_.api().appender_close(appender_) != 0) fail();
  }

 private:
  [[noreturn]] void fail() const { database_.refuse("DuckDB cannot hold the table in memory"); }

  const Duckdb& database_;
  void* appender_ = nullptr;
};

std::string stored_as(ParquetType type) {
  return type == ParquetType::Integer  ? "BIGINT"
         : type == ParquetType::Number ? "DOUBLE"
                                       : "VARCHAR";
}

std::string shown_as(std::size_t c, ParquetType type) {
  if (type == ParquetType::Date) return fmt::format("CAST(c{} AS DATE)", c);
  if (type == ParquetType::DateTime) return fmt::format("CAST(c{} AS TIMESTAMP)", c);
  return fmt::format("c{}", c);
}

}  // namespace

void write_parquet(const Table& table, const std::string& path, const Sink& sink, const Run& run) {
  const Duckdb database(path, ErrorCode::Output);
  std::vector<ParquetType> types;
  std::vector<std::string> stored;
  std::vector<std::string> shown;
  for (std::size_t c = 0; c < table.columns(); ++c) {
    const Column& column = table.all()[c];
    const Dictionary& values = column.dictionary;
    for (std::size_t v = 0; v < values.size(); ++v) {
      if (!first_invalid_utf8(values.text(static_cast<ValueId>(v)))) continue;
      database.refuse(
          fmt::format("column {} holds bytes that are not UTF-8, which Parquet cannot; "
                      "write CSV",
                      quote_for_message(column.name)));
    }
    types.push_back(type_of(values));
    stored.push_back(fmt::format("c{} {}", c, stored_as(types.back())));
    shown.push_back(fmt::format("{} AS {}", shown_as(c, types.back()), sql_name(column.name)));
  }
  database.run(fmt::format("CREATE TABLE t ({})", fmt::join(stored, ", ")));
  {
    ParquetRows rows(database);
    for (std::size_t r = 0; r < table.rows(); ++r) {
      if (r % 1024 == 0) run.check_cancelled();
      for (std::size_t c = 0; c < types.size(); ++c) {
        rows.add(table.all()[c].text(static_cast<RowId>(r)), types[c]);
      }
      rows.end_row();
    }
    rows.close();
  }
  const MemoryFile file;
  database.run(fmt::format("COPY (SELECT {} FROM t) TO {} (FORMAT parquet, USE_TMP_FILE false)",
                           fmt::join(shown, ", "), sql_text(file.path())));
  file.copy(sink);
}

}  // namespace privet
