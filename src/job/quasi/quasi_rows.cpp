// SPDX-License-Identifier: Apache-2.0
#include "job/quasi/quasi_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/names.h"
#include "data/csv/csv_stream.h"
#include "data/missing_marks.h"
#include "job/input/table_input.h"
#include "quasi/sample/row_sample.h"

namespace privet::job {
namespace {

std::size_t find_column(const std::vector<std::string>& names, const std::string& name,
                        std::string_view option) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at != names.end()) return static_cast<std::size_t>(at - names.begin());
  const auto near = nearest_name(name, names);
  throw Error(ErrorCode::Usage,
              fmt::format("there is no column {}{}", quote_for_message(name),
                          near ? fmt::format("; did you mean {}?", quote_for_message(*near)) : ""),
              {.parameter = fmt::format("--{}", option)});
}

// The columns named, or all.
std::vector<std::size_t> chosen_columns(const std::vector<std::string>& wanted,
                                        const std::vector<std::string>& names) {
  std::vector<std::size_t> out;
  for (const auto& name : wanted) {
    const std::size_t column = find_column(names, name, "columns");
    if (std::find(out.begin(), out.end(), column) != out.end()) {
      throw Error(ErrorCode::Usage, fmt::format("column {} appears twice", quote_for_message(name)),
                  {.parameter = "--columns"});
    }
    out.push_back(column);
  }
  if (out.empty()) {
    out.resize(names.size());
    std::iota(out.begin(), out.end(), std::size_t{0});
  }
  return out;
}

}  // namespace

std::vector<std::string> choose_names(const std::vector<std::string>& wanted,
                                      const std::vector<std::string>& names) {
  std::vector<std::string> out;
  for (const std::size_t c : chosen_columns(wanted, names)) out.push_back(names[c]);
  return out;
}

std::vector<std::string> QuasiRows::named(const std::vector<std::size_t>& columns) const {
  std::vector<std::string> out;
  for (const std::size_t c : columns) out.push_back(names[c]);
  return out;
}

Parameter sampled_file() {
  return {.name = "file",
          .kind = ParameterKind::File,
          .summary = "The table; - is standard input, read once and sampled.",
          .placeholder = "FILE",
          .required = true};
}

std::vector<Parameter> quasi_source_parameters() {
  return joined({{{.name = "columns",
                   .kind = ParameterKind::Columns,
                   .summary = "Use only these columns; all if not given.",
                   .placeholder = "A,B,..",
                   .repeatable = true}},
                 input_parameters()});
}

QuasiSource quasi_source(const Settings& settings) {
  return {table_source(settings, settings.text("file")), settings.list("columns")};
}

QuasiRows read_quasi_rows(const QuasiSource& source, const Run& run) {
  QuasiRows out;
  TableSource table = source.table;
  table.csv.columns.ask = false;  // values are the same or not, whatever they mean
  out.table = std::make_unique<const Table>(read_table(table, run).table);
  std::vector<std::string> names;
  for (const auto& column : out.table->all()) names.push_back(column.name);
  std::vector<AttributeId> ids;
  for (const std::size_t c : chosen_columns(source.columns, names)) {
    ids.push_back(static_cast<AttributeId>(c));
    out.names.push_back(names[c]);
  }
  out.codes.emplace(*out.table, ids);
  out.population = out.codes->rows();
  return out;
}

QuasiRows sample_quasi_rows(const QuasiSource& source, const SampleSize& size, std::uint64_t seed,
                            const Run& run) {
  QuasiRows out;
  CsvStream stream(source.table.path, source.table.csv, run);
  const auto columns = chosen_columns(source.columns, stream.names());
  for (const std::size_t c : columns) out.names.push_back(stream.names()[c]);
  quasi::RowSample sample(
      columns.size(), [&](std::uint64_t n) { return size(columns.size(), n); }, seed);
  const MissingMarks marks(source.table.csv.columns.missing);
  std::vector<std::string> fields;
  std::vector<std::string> row(columns.size());
  while (stream.next(fields)) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      std::swap(row[i], fields[columns[i]]);
      if (marks.contains(row[i])) row[i].clear();
    }
    sample.add(row);
    if (sample.rows_seen() % 65536 == 0) run.progress("reading the stream");
  }
  out.population = sample.rows_seen();
  out.codes.emplace(sample.take());
  return out;
}

std::vector<NamedNumber> positive_numbers(const Settings& settings, std::string_view name,
                                          std::string_view word) {
  std::vector<NamedNumber> out;
  for (const auto& entry : settings.list(name)) {
    out.push_back(
        parse_named_number(entry, {.word = word, .above_min = true}, settings.place(name)));
  }
  return out;
}

std::vector<double> numbers_of_columns(const std::vector<NamedNumber>& given,
                                       const std::vector<std::string>& names,
                                       std::string_view option) {
  if (given.empty()) return {};
  std::vector<double> out(names.size(), 1.0);
  for (const auto& [name, number] : given) out[find_column(names, name, option)] = number;
  return out;
}

void refuse_options(const Settings& settings, const std::vector<std::string_view>& options,
                    std::string_view when) {
  for (const auto option : options) {
    if (!settings.given(option)) continue;
    throw Error(ErrorCode::Usage, fmt::format("has no effect {}; leave it out", when),
                settings.place(option));
  }
}

}  // namespace privet::job
