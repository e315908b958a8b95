// SPDX-License-Identifier: Apache-2.0
#include "job/input/table_input.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"

namespace privet::job {

Parameter table_file() {
  return {.name = "file",
          .kind = ParameterKind::File,
          .summary = "The table: CSV, TSV, ARFF or SQLite, plain or .gz.",
          .placeholder = "FILE",
          .required = true};
}

std::vector<Parameter> input_parameters() {
  return {
      {.name = "delimiter",
       .kind = ParameterKind::Text,
       .summary = "The character that separates the fields, or tab; detected if not given.",
       .placeholder = "C"},
      {.name = "no-header",
       .kind = ParameterKind::Flag,
       .summary = "The file has no header; the columns are called c1, c2, ..."},
      {.name = "table",
       .kind = ParameterKind::Text,
       .summary = "The table of an SQLite file, or a SELECT statement.",
       .placeholder = "NAME"},
  };
}

CsvOptions csv_options(const Settings& settings) {
  CsvOptions out;
  out.header = !settings.flag("no-header");
  if (settings.given("delimiter")) {
    const std::string text = settings.text("delimiter");
    const std::string one = text == "tab" || text == "\\t" ? "\t" : text;
    if (one.size() != 1 || one == "\"" || one == "\n" || one == "\r") {
      throw Error(
          ErrorCode::Usage,
          fmt::format("a delimiter is one character, or tab, not {}", quote_for_message(text)),
          settings.place("delimiter"));
    }
    out.delimiter = one.front();
  }
  return out;
}

TableSource table_source(const Settings& settings, std::string path) {
  TableSource source{.path = std::move(path), .csv = csv_options(settings)};
  if (settings.given("table")) source.table_or_query = settings.text("table");
  return source;
}

std::vector<Parameter> joined(const std::vector<std::vector<Parameter>>& groups) {
  std::vector<Parameter> out;
  for (const auto& group : groups) out.insert(out.end(), group.begin(), group.end());
  return out;
}

}  // namespace privet::job
