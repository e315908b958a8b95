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
#include "data/foreign_file.h"
#include "data/formats/loaned_table.h"
#include "data/formats/plain_reading.h"
#include "data/memory_input.h"
#include "data/missing_marks.h"
#include "data/postgres/read_postgres.h"
#include "data/retype_column.h"
#include "data/sqlite/read_sqlite.h"
#include "data/sqlite/write_sqlite.h"
#include "data/xlsx/read_xlsx.h"
#include "data/xlsx/write_xlsx.h"

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

// What the first bytes of a regular file say, if they say something.
std::optional<TableForm> held_form(const std::string& path) {
  std::error_code ignored;
  if (path == "-" || !std::filesystem::is_regular_file(path, ignored)) return std::nullopt;
  std::array<char, kSqliteMagic.size()> first{};
  std::ifstream in(path, std::ios::binary);
  in.read(first.data(), first.size());
  const std::string_view start(first.data(), first.size());
  if (start == kSqliteMagic) return TableForm::Sqlite;
  if (start.starts_with("PK\x03\x04")) return TableForm::Xlsx;
  return std::nullopt;
}

XlsxOptions xlsx_options(const TableSource& source) {
  return {.sheet = source.sheet,
          .header = source.csv.header,
          .skip_lines = source.csv.skip_lines,
          .skip_last_lines = source.csv.skip_last_lines,
          .columns = source.csv.columns};
}

// What is said of a file and has no meaning for one of its form.
void refuse_meaningless(const TableSource& source, TableForm form) {
  const auto refuse = [&](std::string_view what) {
    throw Error(ErrorCode::Usage, std::string(what), {.file = source.path});
  };
  if (source.table_or_query && form != TableForm::Sqlite) {
    refuse("a table or query can be named for an SQLite database only");
  }
  if (source.sheet && form != TableForm::Xlsx) {
    refuse("a sheet can be named for an Excel workbook only");
  }
  if (form == TableForm::Xlsx && (source.csv.delimiter || source.csv.encoding)) {
    refuse("a delimiter or an encoding can be named for a text file only");
  }
}

CsvFile read_binary(const TableSource& source, const Run& run) {
  const FileBytes file(source.path, run);
  if (!is_xlsx(file.view())) {
    refuse_foreign(file.view(), source.path);
    throw Error(ErrorCode::Input, "this is not an Excel workbook (.xlsx), as its name says",
                {.file = source.path});
  }
  return parse_xlsx(file.view(), source.path, xlsx_options(source), run);
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

// What was written and what is read back must be the same.
void compare_tables(const Table& table, const Table& back, const std::string& path) {
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorCode::Output,
                fmt::format("this form does not keep the table as it is: {}; write CSV", what),
                {.file = path});
  };
  if (back.columns() != table.columns() || back.rows() != table.rows()) {
    refuse(fmt::format("{} columns and {} records came back of {} and {}", back.columns(),
                       back.rows(), table.columns(), table.rows()));
  }
  for (std::size_t c = 0; c < table.columns(); ++c) {
    const Column& from = table.all()[c];
    const Column& to = back.all()[c];
    if (from.name != to.name) {
      refuse(fmt::format("column {} became {}", quote_for_message(from.name),
                         quote_for_message(to.name)));
    }
    for (std::size_t r = 0; r < table.rows(); ++r) {
      const auto row = static_cast<RowId>(r);
      if (from.text(row) == to.text(row)) continue;
      refuse(fmt::format("in record {}, column {}, {} became {}", r + 1,
                         quote_for_message(from.name), quote_for_message(from.text(row)),
                         quote_for_message(to.text(row))));
    }
  }
}

}  // namespace

TableForm table_form(std::string_view path) {
  if (is_postgres(path)) return TableForm::Postgres;
  const std::string name = plain_name(path);
  if (name.ends_with(".arff")) return TableForm::Arff;
  if (name.ends_with(".xlsx")) return TableForm::Xlsx;
  for (const std::string_view end : {".sqlite", ".sqlite3", ".db"}) {
    if (name.ends_with(end)) return TableForm::Sqlite;
  }
  return TableForm::Csv;
}

bool is_text_form(TableForm form) {
  return form == TableForm::Csv || form == TableForm::Arff;
}

std::string_view written_forms() {
  return "CSV, as TSV where the name ends in .tsv, as ARFF (.arff), each also .gz, as an Excel "
         "workbook (.xlsx), or as SQLite (.sqlite, .db)";
}

CsvFile read_table(const TableSource& source, const Run& run) {
  if (const MemoryInput loaned = loaned_input(source.path); loaned.table) {
    if (source.table_or_query) {
      throw Error(ErrorCode::Usage, "a table or query can be named for an SQLite database only",
                  {.file = source.path});
    }
    return read_loaned_table(*loaned.table, source.path, source.csv, run);
  }
  if (is_postgres(source.path)) {
    if (source.table_or_query) {
      throw Error(ErrorCode::Usage,
                  "the address of a database names its table itself; write ?table=NAME or "
                  "?query=SELECT... there, and leave --table out",
                  {.file = source.path});
    }
    return with_usual_style(read_postgres(parse_postgres_place(source.path), run), source, run);
  }
  const TableForm form = held_form(source.path).value_or(table_form(source.path));
  refuse_meaningless(source, form);
  switch (form) {
    case TableForm::Sqlite:
      return with_usual_style(read_sqlite(source.path, source.table_or_query, run), source, run);
    case TableForm::Arff:
      return with_usual_style(read_arff(source.path, run).table, source, run);
    case TableForm::Xlsx:
      return read_binary(source, run);
    case TableForm::Postgres:
    case TableForm::Csv:
      break;
  }
  if (source.path != "-") return read_csv(source.path, source.csv, run);
  const FileBytes piped(source.path, run);
  const std::string name = "standard input";
  return is_xlsx(piped.view()) ? parse_xlsx(piped.view(), name, xlsx_options(source), run)
                               : parse_csv(piped.view(), name, source.csv, run);
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

void write_table_bytes(const Table& table, const std::string& path, const CsvStyle& style,
                       const std::string& table_name, const Sink& sink, const Run& run) {
  const TableForm form = table_form(path);
  if (form == TableForm::Postgres) {
    throw Error(ErrorCode::Usage, "only a release is written into a database; name a file",
                {.file = path});
  }
  if (!is_text_form(form) && ends_gz(path)) {
    throw Error(
        ErrorCode::Usage,
        fmt::format("only a text can be packed as .gz; a table is written as {}", written_forms()),
        {.file = path});
  }
  CsvStyle chosen = style;
  if (plain_name(path).ends_with(".tsv")) chosen.delimiter = '\t';
  const auto write = [&](const Sink& to) {
    switch (form) {
      case TableForm::Arff:
        write_arff(table, std::filesystem::path(plain_name(path)).stem().string(), {}, to, run);
        return;
      case TableForm::Sqlite:
        to(sqlite_bytes(table, table_name, run));
        return;
      case TableForm::Xlsx:
        write_xlsx(table, table_name, path, to, run);
        return;
      case TableForm::Postgres:  // refused above
      case TableForm::Csv:
        write_csv(table, chosen, to, run);
        return;
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

Table parse_table_bytes(std::string_view bytes, const std::string& path, const Run& run) {
  switch (table_form(path)) {
    case TableForm::Arff:
      return parse_arff(bytes, path, run).table;
    case TableForm::Sqlite:
      return parse_sqlite(bytes, path, run);
    case TableForm::Xlsx:
      return parse_xlsx(bytes, path, {.columns = {.ask = false}}, run).table;
    case TableForm::Postgres:
    case TableForm::Csv:
      break;
  }
  return parse_csv(bytes, path, {.columns = {.ask = false}}, run).table;
}

void write_checked_bytes(const Table& table, const std::string& path, const CsvStyle& style,
                         const std::string& table_name, const Sink& sink, const Run& run) {
  if (is_text_form(table_form(path))) {
    write_table_bytes(table, path, style, table_name, sink, run);
    return;
  }
  std::string bytes;
  write_table_bytes(
      table, path, style, table_name, [&](std::string_view piece) { bytes += piece; }, run);
  compare_tables(table, parse_table_bytes(bytes, path, run), path);
  sink(bytes);
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
  write_checked_bytes(
      table, path, style, table_name, [&](std::string_view bytes) { file.write(bytes); }, run);
  file.commit();
}

}  // namespace privet
