// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <vector>

#include "base/error.h"
#include "data/csv/write_csv.h"
#include "data/file_bytes.h"
#include "data/formats/open_table.h"
#include "publish/release_form_internal.h"

namespace privet::detail {
namespace {

// How the missing values of each released column are written in the original.
std::vector<std::optional<std::string>> missing_texts(const Problem& problem,
                                                      const Schema& schema) {
  std::vector<std::optional<std::string>> out;
  for (std::size_t c = 0; c < problem.table.columns(); ++c) {
    const auto id = static_cast<AttributeId>(c);
    if (!schema.released(id)) continue;
    const Dictionary& dictionary = problem.table.column(id).dictionary;
    auto& text = out.emplace_back();
    if (dictionary.missing_count() > 0) text = dictionary.text(0);
  }
  return out;
}

std::string with_missing_texts(const Table& table,
                               const std::vector<std::optional<std::string>>& missing,
                               const Run& run) {
  if (table.columns() != missing.size()) return {};  // the guard will say that columns are wrong
  std::vector<Column> columns;
  for (std::size_t c = 0; c < table.columns(); ++c) {
    const Column& column = table.all()[c];
    std::vector<std::string> texts;
    for (std::size_t r = 0; r < table.rows(); ++r) {
      const auto row = static_cast<RowId>(r);
      const bool spelled = column.missing(row) && missing[c];
      texts.push_back(spelled ? *missing[c] : std::string(column.text(row)));
    }
    columns.push_back(make_column(column.name, texts, ColumnType::Text));
  }
  return csv_text(Table(std::move(columns)), {}, run);
}

}  // namespace

void write_form(const Table& table, const std::string& path, const CsvStyle& style,
                const Sink& sink, const Run& run) {
  write_table_bytes(table, path, style, "release", sink, run);
}

std::function<std::string(std::string_view)> decoder(const std::string& path,
                                                     const Problem& problem, const Schema& schema,
                                                     const Run& run) {
  const TableForm form = table_form(path);
  const bool packed = path.ends_with(".gz");
  if (form == TableForm::Postgres || (form == TableForm::Csv && !packed)) return {};
  return [&, path, form, packed](std::string_view bytes) {
    std::string unpacked;
    if (packed && is_gzip(bytes)) {  // where the file was not unpacked when it was read
      unpacked = gunzip(bytes, path, run);
      bytes = unpacked;
    }
    if (form == TableForm::Csv) return std::string(bytes);
    std::vector<std::string> names;
    for (std::size_t c = 0; c < problem.table.columns(); ++c) {
      const auto id = static_cast<AttributeId>(c);
      if (schema.released(id)) names.push_back(problem.table.column(id).name);
    }
    const Table table = parse_table_bytes(bytes, path, names, run);
    if (!has_one_missing(form)) return csv_text(table, {}, run);
    return with_missing_texts(table, missing_texts(problem, schema), run);
  };
}

}  // namespace privet::detail
