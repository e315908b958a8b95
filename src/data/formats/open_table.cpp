// SPDX-License-Identifier: Apache-2.0
#include "data/formats/open_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "data/arff/read_arff.h"
#include "data/file_bytes.h"
#include "data/foreign_file.h"
#include "data/formats/loaned_table.h"
#include "data/formats/plain_reading.h"
#include "data/formats/table_forms_internal.h"
#include "data/memory_input.h"
#include "data/missing_marks.h"
#include "data/parquet/read_parquet.h"
#include "data/postgres/read_postgres.h"
#include "data/retype_column.h"
#include "data/sqlite/read_sqlite.h"
#include "data/xlsx/read_xlsx.h"

namespace privet {
namespace {

using detail::parse_binary;
using detail::plain_name;
using detail::stats_of;

constexpr std::string_view kSqliteMagic("SQLite format 3\0", 16);

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  });
  return out;
}

// What the first bytes of a file say, if they say something.
std::optional<TableForm> form_of_bytes(std::string_view start) {
  if (start.starts_with(kSqliteMagic)) return TableForm::Sqlite;
  if (start.starts_with("PK\x03\x04")) return TableForm::Xlsx;
  if (is_parquet(start)) return TableForm::Parquet;
  const auto stats = stats_form(start);
  if (!stats) return std::nullopt;
  return *stats == StatsForm::Sav   ? TableForm::Sav
         : *stats == StatsForm::Dta ? TableForm::Dta
                                    : TableForm::Sas7bdat;
}

std::optional<TableForm> held_form(const std::string& path) {
  std::error_code ignored;
  if (path == "-" || !std::filesystem::is_regular_file(path, ignored)) return std::nullopt;
  std::array<char, 64> start{};
  std::ifstream in(path, std::ios::binary);
  in.read(start.data(), start.size());
  return form_of_bytes({start.data(), static_cast<std::size_t>(in.gcount())});
}

// What is said of a file and has no meaning for one of its form.
void refuse_meaningless(const TableSource& source, TableForm form) {
  const auto refuse = [&](std::string_view what) {
    throw Error(ErrorCode::Usage, std::string(what), {.file = source.path});
  };
  const bool stats = stats_of(form).has_value();
  if (source.table_or_query && form != TableForm::Sqlite) {
    refuse("a table or query can be named for an SQLite database only");
  }
  if (source.sheet && form != TableForm::Xlsx) {
    refuse("a sheet can be named for an Excel workbook only");
  }
  if (source.csv.delimiter && !is_text_form(form) && form != TableForm::Sqlite) {
    refuse("a delimiter can be named for a text file only");
  }
  if (source.csv.encoding && (form == TableForm::Xlsx || form == TableForm::Parquet)) {
    refuse("an encoding cannot be named for a file of this form, which says its own");
  }
  if ((stats || form == TableForm::Parquet) &&
      (!source.csv.header || source.csv.skip_lines > 0 || source.csv.skip_last_lines > 0)) {
    refuse("there is no header and there are no lines to skip in a file of this form");
  }
  if (!stats &&
      (source.labels != LabelUse::Texts || source.missing_codes != MissingCodes::Missing)) {
    refuse("labels and missing codes are in files of SPSS, Stata and SAS only");
  }
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

namespace detail {

bool ends_gz(std::string_view path) {
  return lower(path).ends_with(".gz");
}

std::string plain_name(std::string_view path) {
  std::string name = lower(path);
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  return name;
}

std::optional<StatsForm> stats_of(TableForm form) {
  switch (form) {
    case TableForm::Sav:
      return StatsForm::Sav;
    case TableForm::Dta:
      return StatsForm::Dta;
    case TableForm::Sas7bdat:
      return StatsForm::Sas7bdat;
    case TableForm::Csv:
    case TableForm::Arff:
    case TableForm::Sqlite:
    case TableForm::Xlsx:
    case TableForm::Parquet:
    case TableForm::Postgres:
      break;
  }
  return std::nullopt;
}

CsvFile parse_binary(std::string_view bytes, TableForm form, const std::string& name,
                     const TableSource& source, const Run& run) {
  const auto stats = stats_of(form);
  const bool parquet = form == TableForm::Parquet;
  const bool right = stats     ? stats_form(bytes) == stats
                     : parquet ? is_parquet(bytes)
                               : is_xlsx(bytes);
  if (!right) {
    refuse_foreign(bytes, name);
    throw Error(ErrorCode::Input,
                fmt::format("this is not {}, as its name says",
                            stats     ? fmt::format("{} {}", *stats == StatsForm::Dta ? "a" : "an",
                                                    stats_form_name(*stats))
                            : parquet ? "a Parquet file (.parquet)"
                                      : "an Excel workbook (.xlsx)"),
                {.file = name});
  }
  if (parquet) return parse_parquet(bytes, name, source.csv.columns, run);
  if (stats) {
    return parse_stats(bytes, name, *stats,
                       {.labels = source.labels,
                        .missing_codes = source.missing_codes,
                        .encoding = source.csv.encoding,
                        .columns = source.csv.columns},
                       run);
  }
  return parse_xlsx(bytes, name,
                    {.sheet = source.sheet,
                     .header = source.csv.header,
                     .skip_lines = source.csv.skip_lines,
                     .skip_last_lines = source.csv.skip_last_lines,
                     .columns = source.csv.columns},
                    run);
}

}  // namespace detail

TableForm table_form(std::string_view path) {
  if (is_postgres(path)) return TableForm::Postgres;
  const std::string name = plain_name(path);
  if (name.ends_with(".arff")) return TableForm::Arff;
  if (name.ends_with(".xlsx")) return TableForm::Xlsx;
  if (name.ends_with(".sav") || name.ends_with(".zsav")) return TableForm::Sav;
  if (name.ends_with(".dta")) return TableForm::Dta;
  if (name.ends_with(".parquet")) return TableForm::Parquet;
  if (name.ends_with(".sas7bdat")) return TableForm::Sas7bdat;
  for (const std::string_view end : {".sqlite", ".sqlite3", ".db"}) {
    if (name.ends_with(end)) return TableForm::Sqlite;
  }
  return TableForm::Csv;
}

bool is_text_form(TableForm form) {
  return form == TableForm::Csv || form == TableForm::Arff;
}

bool has_one_missing(TableForm form) {
  return form == TableForm::Arff || form == TableForm::Sav || form == TableForm::Dta;
}

std::string_view written_forms() {
  return "CSV, as TSV where the name ends in .tsv, as ARFF (.arff), each also .gz, as an Excel "
         "workbook (.xlsx), for SPSS (.sav) or Stata (.dta), as Parquet (.parquet), or as SQLite "
         "(.sqlite, .db)";
}

namespace {

// The bytes of a file in memory, where they say themselves what they are.
CsvFile read_loaned_bytes(std::string_view bytes, TableForm form, const TableSource& source,
                          const Run& run) {
  refuse_meaningless(source, form);
  if (form != TableForm::Sqlite) return parse_binary(bytes, form, source.path, source, run);
  if (source.table_or_query) {
    throw Error(ErrorCode::Usage,
                "a table or query of a database in memory cannot be named; name its file",
                {.file = source.path});
  }
  return with_usual_style(parse_sqlite(bytes, source.path, run), source, run);
}

}  // namespace

CsvFile read_table(const TableSource& source, const Run& run) {
  const MemoryInput loaned = loaned_input(source.path);
  if (loaned.table) {
    if (source.table_or_query) {
      throw Error(ErrorCode::Usage, "a table or query can be named for an SQLite database only",
                  {.file = source.path});
    }
    return read_loaned_table(*loaned.table, source.path, source.csv, run);
  }
  if (loaned.bytes) {
    if (const auto held = form_of_bytes(*loaned.bytes)) {
      return read_loaned_bytes(*loaned.bytes, *held, source, run);
    }
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
    case TableForm::Postgres:
    case TableForm::Csv:
      break;
    case TableForm::Xlsx:
    case TableForm::Sav:
    case TableForm::Dta:
    case TableForm::Sas7bdat:
    case TableForm::Parquet: {
      const FileBytes file(source.path, run);
      return parse_binary(file.view(), form, source.path, source, run);
    }
  }
  if (source.path != "-") return read_csv(source.path, source.csv, run);
  const FileBytes piped(source.path, run);
  const std::string name = "standard input";
  const auto held = form_of_bytes(piped.view());
  return held && *held != TableForm::Sqlite ? parse_binary(piped.view(), *held, name, source, run)
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

}  // namespace privet
