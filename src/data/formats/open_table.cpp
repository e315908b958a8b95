// SPDX-License-Identifier: Apache-2.0
#include "data/formats/open_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>

#include "base/atomic_file.h"
#include "base/error.h"
#include "data/arff/read_arff.h"
#include "data/arff/write_arff.h"
#include "data/file_bytes.h"
#include "data/formats/plain_reading.h"
#include "data/missing_marks.h"
#include "data/postgres/read_postgres.h"
#include "data/retype_column.h"
#include "data/sqlite/read_sqlite.h"
#include "data/sqlite/write_sqlite.h"

namespace privet {
namespace {

constexpr std::string_view kSqliteMagic("SQLite format 3\0", 16);

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  });
  return out;
}

bool ends_gz(std::string_view path) {
  return lower(path).ends_with(".gz");
}

// The name without ".gz", in lower case.
std::string plain_name(std::string_view path) {
  std::string name = lower(path);
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  return name;
}

bool holds_sqlite(const std::string& path) {
  if (path == "-") return false;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  std::array<char, kSqliteMagic.size()> start{};
  std::ifstream in(path, std::ios::binary);
  in.read(start.data(), start.size());
  return std::string_view(start.data(), start.size()) == kSqliteMagic;
}

// A column of texts of which every one is a plain number.
bool all_numbers(const Column& column) {
  const Dictionary& values = column.dictionary;
  if (column.type() != ColumnType::Text || values.missing_count() == values.size()) return false;
  for (std::size_t v = values.missing_count(); v < values.size(); ++v) {
    if (!parse_number(values.text(static_cast<ValueId>(v)))) return false;
  }
  return true;
}

bool has_text(const Column& column, const TextTest& wanted) {
  const Dictionary& values = column.dictionary;
  for (std::size_t v = 0; v < values.size(); ++v) {
    if (wanted(values.text(static_cast<ValueId>(v)))) return true;
  }
  return false;
}

// A table that is not CSV, with the types that were asked for.
CsvFile with_usual_style(Table table, const TableSource& source, const Run& run) {
  const ColumnWishes& wishes = source.csv.columns;
  if (wishes.types.empty() && wishes.dates.empty() && wishes.missing.empty()) {
    return {std::move(table), CsvStyle{}, {}};
  }
  std::vector<Column> columns(table.all().begin(), table.all().end());
  const MissingMarks marks(wishes.missing);
  for (Column& column : columns) {
    const auto marked = [&](std::string_view text) { return marks.contains(text); };
    if (!has_text(column, marked)) continue;
    column = with_missing(column, marked);
    // What was text because of the marks may be numbers without them.
    if (all_numbers(column)) {
      column = retype_column(column, {.type = ColumnType::Numeric}, {.file = source.path}, run);
    }
  }
  const auto retype = [&](const std::string& name, std::string_view flag) {
    const AttributeId id = table.require(name, flag);
    columns[id] = retype_column(columns[id], wish_for(wishes, name), {.file = source.path}, run);
  };
  for (const auto& [name, type] : wishes.types) retype(name, "--type");
  for (const auto& [name, order] : wishes.dates) retype(name, "--date-format");
  return {Table(std::move(columns)), CsvStyle{}, {}};
}

}  // namespace

TableForm table_form(std::string_view path) {
  if (is_postgres(path)) return TableForm::Postgres;
  const std::string name = plain_name(path);
  if (name.ends_with(".arff")) return TableForm::Arff;
  for (const std::string_view end : {".sqlite", ".sqlite3", ".db"}) {
    if (name.ends_with(end)) return TableForm::Sqlite;
  }
  return TableForm::Csv;
}

CsvFile read_table(const TableSource& source, const Run& run) {
  const TableForm named = table_form(source.path);
  if (named == TableForm::Postgres) {
    if (source.table_or_query) {
      throw Error(ErrorCode::Usage,
                  "the address of a database names its table itself; write ?table=NAME or "
                  "?query=SELECT... there, and leave --table out",
                  {.file = source.path});
    }
    return with_usual_style(read_postgres(parse_postgres_place(source.path), run), source, run);
  }
  const bool sqlite = named == TableForm::Sqlite || holds_sqlite(source.path);
  if (sqlite) {
    return with_usual_style(read_sqlite(source.path, source.table_or_query, run), source, run);
  }
  if (source.table_or_query) {
    throw Error(ErrorCode::Usage, "a table or query can be named for an SQLite database only",
                {.file = source.path});
  }
  if (named == TableForm::Arff) {
    return with_usual_style(read_arff(source.path, run).table, source, run);
  }
  return read_csv(source.path, source.csv, run);
}

namespace {

// Codes are numbers to who only knows numbers and texts, unless somebody says otherwise.
bool code_of_numbers(const Column& column, const TableSource& source) {
  const bool given = wish_for(source.csv.columns, column.name).type.has_value();
  return table_form(source.path) != TableForm::Arff && !given && all_numbers(column);
}

Column plain_column_of(const Column& column, const TableSource& source, const Run& run) {
  if (!code_of_numbers(column, source)) return plain_column(column);
  return plain_column(
      retype_column(column, {.type = ColumnType::Numeric}, {.file = source.path}, run));
}

}  // namespace

Column plain_reading(const Column& column, const TableSource& source, const Run& run) {
  const ColumnWish wish = wish_for(source.csv.columns, column.name);
  return wish.type
             ? plain_column_of(retype_column(column, wish, {.file = source.path}, run), source, run)
             : plain_column_of(column, source, run);
}

CsvFile read_plain_table(TableSource source, const Run& run) {
  source.csv.columns.ask = false;
  CsvFile out = read_table(source, run);
  for (const auto& question : out.questions) {
    run.warn(fmt::format("{}: {}; it is taken as text here", source.path, question.text));
  }
  std::vector<Column> columns;
  std::vector<std::string> dates;
  for (const Column& column : out.table.all()) {
    columns.push_back(plain_column_of(column, source, run));
    if (column.type() == ColumnType::Date && !code_of_numbers(column, source)) {
      dates.push_back(quote_for_message(column.name));
    }
  }
  if (!dates.empty()) {
    run.warn(
        fmt::format("{}: the dates of {} are taken as texts here, each a value of its own; where "
                    "their distance "
                    "matters, give days since a beginning as numbers",
                    source.path, fmt::join(dates, ", ")));
  }
  out.table = Table(std::move(columns));
  return out;
}

void write_table_text(const Table& table, const std::string& path, const CsvStyle& style,
                      const Sink& sink, const Run& run) {
  const TableForm form = table_form(path);
  if (form == TableForm::Sqlite) {
    throw Error(ErrorCode::Usage,
                "an SQLite database is not a text; name a .csv, .tsv or .arff file",
                {.file = path});
  }
  CsvStyle chosen = style;
  if (plain_name(path).ends_with(".tsv")) chosen.delimiter = '\t';
  const auto write = [&](const Sink& to) {
    if (form == TableForm::Arff) {
      const auto stem = std::filesystem::path(plain_name(path)).stem().string();
      write_arff(table, stem, {}, to, run);
    } else {
      write_csv(table, chosen, to, run);
    }
  };
  if (!ends_gz(path)) {
    write(sink);
    return;
  }
  std::string text;
  write([&](std::string_view bytes) { text += bytes; });
  sink(gzip(text));
}

void write_table(const Table& table, const std::string& path, const CsvStyle& style,
                 const std::string& table_name, const Run& run) {
  if (table_form(path) == TableForm::Postgres) {
    throw Error(ErrorCode::Usage, "only a release is written into a database; name a file",
                {.file = path});
  }
  if (table_form(path) == TableForm::Sqlite) {
    write_sqlite(table, path, table_name, run);
    return;
  }
  AtomicFile file(path);
  write_table_text(table, path, style, [&](std::string_view bytes) { file.write(bytes); }, run);
  file.commit();
}

}  // namespace privet
