// SPDX-License-Identifier: Apache-2.0
#include "job/input/table_input.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/error.h"

namespace privet::job {

Parameter table_file() {
  return {.name = "file",
          .kind = ParameterKind::File,
          .summary =
              "The table: CSV, TSV, ARFF, Excel, SPSS, Stata, SAS, Parquet or SQLite; a text also "
              "as .gz; or postgresql://HOST/DB?table=NAME.",
          .placeholder = "FILE",
          .required = true};
}

std::vector<Parameter> input_parameters() {
  static constexpr std::array<std::string_view, 2> kDecimal{"comma", "point"};
  static constexpr std::array<std::string_view, 2> kLabels{"texts", "codes"};
  static constexpr std::array<std::string_view, 2> kMissingCodes{"missing", "values"};
  return {
      {.name = "delimiter",
       .kind = ParameterKind::Text,
       .summary = "The character that separates the fields, or tab; detected if not given.",
       .placeholder = "C"},
      {.name = "no-header",
       .kind = ParameterKind::Flag,
       .summary = "The file has no header; the columns are called c1, c2, ..."},
      {.name = "encoding",
       .kind = ParameterKind::Choice,
       .summary = "The encoding of a text file; detected if not given.",
       .placeholder = "NAME",
       .choices = encoding_choices()},
      {.name = "skip-lines",
       .kind = ParameterKind::Count,
       .summary = "Leave out this many lines above the header, such as a title.",
       .placeholder = "N",
       .min = 0},
      {.name = "skip-last-lines",
       .kind = ParameterKind::Count,
       .summary = "Leave out this many lines below the records, such as totals.",
       .placeholder = "N",
       .min = 0},
      {.name = "type",
       .kind = ParameterKind::Text,
       .summary = "Read a column as numeric, date or text (also called nominal), whatever its "
                  "values look like.",
       .placeholder = "COLUMN=KIND",
       .repeatable = true},
      {.name = "decimal",
       .kind = ParameterKind::Choice,
       .summary = "The decimal mark of columns that leave it open, as 1,234 does; otherwise it is "
                  "detected for each column.",
       .placeholder = "MARK",
       .choices = kDecimal},
      {.name = "date-format",
       .kind = ParameterKind::Text,
       .summary = "The order of day, month and year in a column of dates, dmy, mdy or ymd, where "
                  "the values leave it open.",
       .placeholder = "COLUMN=ORDER",
       .repeatable = true},
      {.name = "missing-mark",
       .kind = ParameterKind::Text,
       .summary = "A text that stands for a missing value in any column, such as unknown; it is "
                  "read as an empty cell.",
       .placeholder = "TEXT",
       .repeatable = true},
      {.name = "table",
       .kind = ParameterKind::Text,
       .summary = "The table of an SQLite file, or a SELECT statement.",
       .placeholder = "NAME"},
      {.name = "sheet",
       .kind = ParameterKind::Text,
       .summary = "The sheet of an Excel workbook; the first that is not hidden otherwise.",
       .placeholder = "NAME"},
      {.name = "labels",
       .kind = ParameterKind::Choice,
       .summary = "What to read of labelled values in SPSS and Stata files: the labels, as texts, "
                  "or the codes.",
       .placeholder = "WHAT",
       .default_text = "texts",
       .choices = kLabels},
      {.name = "missing-codes",
       .kind = ParameterKind::Choice,
       .summary = "How to read values that an SPSS, Stata or SAS file declares missing: as missing "
                  "values, with a warning, or as values of their own.",
       .placeholder = "WHAT",
       .default_text = "missing",
       .choices = kMissingCodes},
  };
}

namespace {

// "zip=text": the two sides of the last "=", of which `meaning` must understand the second.
template <typename Meaning>
auto parse_pair(const std::string& text, std::string_view forms, const Place& place,
                const Meaning& meaning) {
  const auto equals = text.rfind('=');
  if (equals != std::string::npos && equals > 0) {
    if (const auto found = meaning(text.substr(equals + 1))) {
      return std::pair(text.substr(0, equals), *found);
    }
  }
  throw Error(ErrorCode::Usage, fmt::format("needs {}, not {}", forms, quote_for_message(text)),
              place);
}

ColumnWishes column_wishes(const Settings& settings) {
  ColumnWishes out;
  for (const auto& text : settings.list("type")) {
    out.types.push_back(parse_pair(text, "COLUMN=numeric, COLUMN=date or COLUMN=text",
                                   settings.place("type"), [](const std::string& kind) {
                                     return parse_type_name(kind == "nominal" ? "text" : kind);
                                   }));
  }
  for (const auto& text : settings.list("date-format")) {
    out.dates.push_back(parse_pair(text, "COLUMN=dmy, COLUMN=mdy or COLUMN=ymd",
                                   settings.place("date-format"), parse_date_order));
  }
  out.missing = settings.list("missing-mark");
  if (settings.given("decimal")) {
    out.decimal = settings.text("decimal") == "comma" ? DecimalMark::Comma : DecimalMark::Point;
  }
  return out;
}

}  // namespace

CsvOptions csv_options(const Settings& settings) {
  CsvOptions out;
  out.header = !settings.flag("no-header");
  if (settings.given("encoding")) out.encoding = parse_encoding(settings.text("encoding"));
  if (settings.given("skip-lines")) out.skip_lines = settings.count("skip-lines");
  if (settings.given("skip-last-lines")) out.skip_last_lines = settings.count("skip-last-lines");
  out.columns = column_wishes(settings);
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
  if (settings.given("sheet")) source.sheet = settings.text("sheet");
  if (settings.given("labels") && settings.text("labels") == "codes")
    source.labels = LabelUse::Codes;
  if (settings.given("missing-codes") && settings.text("missing-codes") == "values")
    source.missing_codes = MissingCodes::Values;
  return source;
}

std::vector<Parameter> joined(const std::vector<std::vector<Parameter>>& groups) {
  std::vector<Parameter> out;
  for (const auto& group : groups) out.insert(out.end(), group.begin(), group.end());
  return out;
}

}  // namespace privet::job
