// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/error.h"
#include "data/arff/read_arff.h"
#include "data/arff/write_arff.h"
#include "data/file_bytes.h"
#include "data/formats/open_table.h"
#include "data/formats/table_forms_internal.h"
#include "data/parquet/read_parquet.h"
#include "data/sqlite/read_sqlite.h"
#include "data/sqlite/write_sqlite.h"
#include "data/stats/variable_names.h"
#include "data/stats/write_stats.h"
#include "data/xlsx/write_xlsx.h"

namespace privet {
namespace {

using detail::ends_gz;
using detail::parse_binary;
using detail::plain_name;
using detail::stats_of;

// The table with `names` for its columns that are called what `stored` says of them.
Table with_names(const Table& table, const std::vector<std::string>& stored,
                 const std::vector<std::string>& names) {
  std::vector<Column> columns(table.all().begin(), table.all().end());
  for (std::size_t c = 0; c < std::min(columns.size(), names.size()); ++c) {
    if (columns[c].name == stored[c]) columns[c].name = names[c];
  }
  return Table(std::move(columns));
}

// What was written and what is read back must be the same; a form with one way to say that a value
// is missing says no more.
void compare_tables(const Table& table, const Table& back, const std::string& path) {
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorCode::Output,
                fmt::format("this form does not keep the table as it is: {}; write CSV", what),
                {.file = path});
  };
  const bool one_missing = has_one_missing(table_form(path));
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
      if (one_missing && from.missing(row) && to.missing(row)) continue;
      refuse(fmt::format("in record {}, column {}, {} became {}", r + 1,
                         quote_for_message(from.name), quote_for_message(from.text(row)),
                         quote_for_message(to.text(row))));
    }
  }
}

}  // namespace

void write_table_bytes(const Table& table, const std::string& path, const CsvStyle& style,
                       const std::string& table_name, const Sink& sink, const Run& run) {
  const TableForm form = table_form(path);
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
      case TableForm::Sav:
      case TableForm::Dta:
        write_stats(table, *stats_of(form), path, to, run);
        return;
      case TableForm::Parquet:
        write_parquet(table, path, to, run);
        return;
      case TableForm::Sas7bdat:
        throw Error(
            ErrorCode::Usage,
            fmt::format("a table cannot be written for SAS; it is written as {}", written_forms()),
            {.file = path});
      case TableForm::Postgres:  // what a release's destination takes
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

Table parse_table_bytes(std::string_view bytes, const std::string& path,
                        const std::vector<std::string>& names, const Run& run) {
  const TableForm form = table_form(path);
  const TableSource source{.path = path, .csv = {.columns = {.ask = false}}};
  switch (form) {
    case TableForm::Arff:
      return parse_arff(bytes, path, run).table;
    case TableForm::Sqlite:
      return parse_sqlite(bytes, path, run);
    case TableForm::Postgres:
    case TableForm::Csv:
      return parse_csv(bytes, path, source.csv, run).table;
    case TableForm::Xlsx:
    case TableForm::Sav:
    case TableForm::Dta:
    case TableForm::Sas7bdat:
    case TableForm::Parquet:
      break;
  }
  Table back = parse_binary(bytes, form, path, source, run).table;
  const auto stats = stats_of(form);
  return stats ? with_names(back, variable_names(*stats, names), names) : back;
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
  std::vector<std::string> names;
  for (const Column& column : table.all()) names.push_back(column.name);
  compare_tables(table, parse_table_bytes(bytes, path, names, run), path);
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
