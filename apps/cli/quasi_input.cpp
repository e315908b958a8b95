// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/quasi_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "base/names.h"
#include "data/csv/csv_stream.h"
#include "quasi/sample/row_sample.h"
#include "quasi/suggest.h"
#include "report/text/numbers.h"

namespace privet::cli {
namespace {

std::size_t find_column(const std::vector<std::string>& names, const std::string& name,
                        const char* parameter) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at != names.end()) return static_cast<std::size_t>(at - names.begin());
  const auto near = nearest_name(name, names);
  throw Error(ErrorCode::Usage,
              fmt::format("there is no column {}{}", shown(name),
                          near ? fmt::format("; did you mean {}?", shown(*near)) : ""),
              {.parameter = parameter});
}

// The columns that --columns names, or all.
std::vector<std::size_t> chosen_columns(const Settings& settings,
                                        const std::vector<std::string>& names) {
  std::vector<std::size_t> out;
  for (const auto& name : settings.list("columns")) {
    const std::size_t column = find_column(names, name, "--columns");
    if (std::find(out.begin(), out.end(), column) != out.end()) {
      throw Error(ErrorCode::Usage, fmt::format("column {} is named twice", shown(name)),
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

std::vector<std::string> QuasiInput::named(const std::vector<std::size_t>& columns) const {
  std::vector<std::string> out;
  for (const std::size_t c : columns) out.push_back(names[c]);
  return out;
}

Parameter quasi_file(std::string_view summary) {
  return {.name = "file",
          .kind = ParameterKind::File,
          .summary = summary,
          .placeholder = "FILE",
          .required = true};
}

std::vector<Parameter> quasi_input_options() {
  std::vector<Parameter> out{{.name = "columns",
                              .kind = ParameterKind::Columns,
                              .summary = "Look at these columns only; all if not given.",
                              .placeholder = "A,B,..",
                              .repeatable = true}};
  const auto more = input_parameters();
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

QuasiInput read_quasi_table(const Settings& settings, const Run& run) {
  QuasiInput out;
  out.table = prepare_table(settings.text("file"), settings, std::nullopt, Purpose::Check, run);
  std::vector<std::string> names;
  for (const auto& column : out.table->table().all()) names.push_back(column.name);
  std::vector<AttributeId> ids;
  for (const std::size_t c : chosen_columns(settings, names)) {
    ids.push_back(static_cast<AttributeId>(c));
    out.names.push_back(names[c]);
  }
  out.codes.emplace(out.table->table(), ids);
  out.population = out.codes->rows();
  return out;
}

QuasiInput sample_quasi_stream(
    const Settings& settings,
    const std::function<std::uint64_t(std::size_t, std::uint64_t)>& wanted, const Run& run) {
  QuasiInput out;
  CsvStream stream("-", csv_options(settings), run);
  const auto columns = chosen_columns(settings, stream.names());
  for (const std::size_t c : columns) out.names.push_back(stream.names()[c]);
  quasi::RowSample sample(
      columns.size(), [&](std::uint64_t n) { return wanted(columns.size(), n); },
      settings.count("seed"));
  std::vector<std::string> fields;
  std::vector<std::string> row(columns.size());
  while (stream.next(fields)) {
    for (std::size_t i = 0; i < columns.size(); ++i) std::swap(row[i], fields[columns[i]]);
    sample.add(row);
    if (sample.rows_seen() % 65536 == 0) run.progress("reading the stream");
  }
  out.population = sample.rows_seen();
  out.codes.emplace(sample.take());
  return out;
}

std::vector<double> quasi_weights(const Settings& settings, const std::vector<std::string>& names) {
  if (!settings.given("weights")) return {};
  std::vector<double> out(names.size(), 1.0);
  for (const auto& entry : settings.list("weights")) {
    const auto equals = entry.rfind('=');
    const auto weight =
        equals == std::string::npos ? std::nullopt : parse_number(entry.substr(equals + 1));
    if (!weight || *weight <= 0) {
      throw Error(ErrorCode::Usage,
                  fmt::format("needs COLUMN=WEIGHT with a positive number, not {}", shown(entry)),
                  settings.place("weights"));
    }
    out[find_column(names, entry.substr(0, equals), "--weights")] = *weight;
  }
  return out;
}

void refuse_flags(const Settings& settings, const std::vector<std::string_view>& flags,
                  std::string_view why) {
  for (const auto flag : flags) {
    if (!settings.given(flag)) continue;
    throw Error(ErrorCode::Usage, fmt::format("has no meaning {}; leave it out", why),
                settings.place(flag));
  }
}

std::string braced(const std::vector<std::string>& names) {
  return fmt::format("{{{}}}", fmt::join(names, ", "));
}

void add_ratios(Json& object, const std::optional<quasi::Ratios>& ratios) {
  object["distinct_ratio"] = nullptr;
  object["separation_ratio"] = nullptr;
  if (!ratios) return;
  object["distinct_ratio"] = ratios->distinct();
  object["separation_ratio"] = ratios->separation();
}

std::string ratios_text(const quasi::Ratios& ratios) {
  const std::uint64_t pairs = quasi::pairs_of(ratios.rows);
  return fmt::format(
      "  distinct ratio    {:.6g}  ({} in {})\n"
      "  separation ratio  {}  ({} of {} of rows told apart)\n",
      ratios.distinct(), counted(ratios.tally.groups, "different combination"),
      counted(ratios.rows, "row"), quasi::percent(ratios.separation()),
      format_count(pairs - ratios.tally.unseparated), counted(pairs, "pair"));
}

Json sample_json(const quasi::SampleUse& sample) {
  return {{"kind", quasi::sampling_name(sample.kind)}, {"size", sample.size}};
}

std::string sample_text(const quasi::SampleUse& sample) {
  if (sample.kind == quasi::Sampling::None) return {};
  const auto kind = quasi::sampling_name(sample.kind);
  if (sample.size < sample.wanted) {
    return fmt::format("  sample            all {} {} (a sample would be {})\n",
                       format_count(sample.size), kind, format_count(sample.wanted));
  }
  return fmt::format("  sample            {} {}\n", format_count(sample.size), kind);
}

}  // namespace privet::cli
