// SPDX-License-Identifier: Apache-2.0
#include "job/inspect/inspect_table.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/thread_pool.h"
#include "base/utf8.h"
#include "job/toml_text.h"

namespace privet {
namespace {

// Fills in what one pass over a column's codes tells.
void count_column(const Column& column, const Run& run, ColumnFacts& facts) {
  run.check_cancelled();
  std::vector<std::uint32_t> counts(column.dictionary.size());
  for (const ValueId code : column.codes) ++counts[code];
  const auto rows = static_cast<double>(column.codes.size());
  double together = 0;  // pairs with the same value
  for (std::size_t v = 0; v < counts.size(); ++v) {
    const auto count = static_cast<double>(counts[v]);
    together += count * (count - 1) / 2;
    if (counts[v] > 0) ++facts.distinct;
    if (column.dictionary.missing(static_cast<ValueId>(v))) facts.missing += counts[v];
  }
  const double pairs = rows * (rows - 1) / 2;
  facts.distinct_ratio = rows > 0 ? static_cast<double>(facts.distinct) / rows : 0;
  if (pairs > 0) facts.separation_ratio = 1 - together / pairs;
}

// What had to be said to read the file must be said again to read it by the policy.
std::string input_section(const TableSource& source) {
  std::string out;
  if (const auto delimiter = source.csv.delimiter) {
    out += fmt::format("delimiter = {}\n",
                       *delimiter == '\t' ? "\"tab\"" : toml_text(std::string(1, *delimiter)));
  }
  if (source.table_or_query) {
    out += fmt::format("table = {}\n", toml_text(*source.table_or_query));
  }
  if (source.sheet) out += fmt::format("sheet = {}\n", toml_text(*source.sheet));
  if (source.labels == LabelUse::Codes) out += "labels = \"codes\"\n";
  if (source.missing_codes == MissingCodes::Values) out += "missing-codes = \"values\"\n";
  if (!source.csv.header) out += "no-header = true\n";
  if (source.csv.encoding) {
    out +=
        fmt::format("encoding = {}\n",
                    toml_text(encoding_choices()[static_cast<std::size_t>(*source.csv.encoding)]));
  }
  if (source.csv.skip_lines > 0) out += fmt::format("skip-lines = {}\n", source.csv.skip_lines);
  if (source.csv.skip_last_lines > 0) {
    out += fmt::format("skip-last-lines = {}\n", source.csv.skip_last_lines);
  }
  const ColumnWishes& wishes = source.csv.columns;
  if (wishes.decimal) {
    out += fmt::format("decimal = \"{}\"\n",
                       *wishes.decimal == DecimalMark::Comma ? "comma" : "point");
  }
  std::string dates;
  for (const auto& [column, order] : wishes.dates) {
    dates += fmt::format("{}{}", dates.empty() ? "" : ", ",
                         toml_text(fmt::format("{}={}", column, date_order_name(order))));
  }
  if (!dates.empty()) out += fmt::format("date-format = [{}]\n", dates);
  std::string marks;
  for (const auto& text : wishes.missing) marks += (marks.empty() ? "" : ", ") + toml_text(text);
  if (!marks.empty()) out += fmt::format("missing-mark = [{}]\n", marks);
  return out.empty() ? out : "\n[input]\n" + out;
}

// Comments must stay on their line.
std::string comment_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    out += byte < 0x20 || byte == 0x7f ? ' ' : c;
  }
  return first_invalid_utf8(out) ? "a name that is not UTF-8" : out;
}

}  // namespace

std::vector<ColumnFacts> inspect_table(const Table& table, const Run& run) {
  return inspect_columns(table, {}, run);
}

std::vector<ColumnFacts> inspect_columns(const Table& table, const roles::CountTogether& count,
                                         const Run& run) {
  std::vector<ColumnFacts> out(table.columns());
  run.progress("counting values");
  run.pool().parallel_for(table.columns(), [&](std::size_t c) {
    const Column& column = table.column(static_cast<AttributeId>(c));
    out[c].name = column.name;
    out[c].type = column.type();
    count_column(column, run, out[c]);
  });
  run.progress("looking for quasi-identifiers");
  for (const auto& suggestion : roles::suggest_roles(table, {}, count, run)) {
    out[suggestion.column].suggested_role = suggestion.role;
    out[suggestion.column].evidence = suggestion.evidence;
    out[suggestion.column].signals = suggestion.signals;
  }
  return out;
}

std::string draft_policy(const std::vector<ColumnFacts>& columns, const TableSource& source) {
  std::string out = fmt::format(
      "# A policy for {}, drafted by 'privet inspect'. Correct the roles, then:\n"
      "#   privet anonymize FILE --policy THIS.toml -o OUT.csv\n"
      "# Roles: identifier (left out), quasi (generalized), sensitive, class, plain (released as "
      "they are).\n"
      "# No release is made while a column is undecided.\n",
      comment_text(source.path));
  out += input_section(source);
  for (const auto& column : columns) {
    if (first_invalid_utf8(column.name)) {
      throw Error(ErrorCode::Input,
                  fmt::format("the name of column {} is not valid UTF-8, so no policy can name it; "
                              "rename the column",
                              quote_for_message(column.name)),
                  {.file = source.path});
    }
    out += fmt::format("\n[columns.{}]\nrole = \"{}\"", toml_text(column.name),
                       role_name(column.suggested_role));
    if (!column.evidence.empty()) out += fmt::format("  # {}", comment_text(column.evidence));
    // Text is what such a column is read as for the moment; anonymize asks.
    out += column.asked ? "\n" : fmt::format("\ntype = \"{}\"\n", type_name(column.type));
  }
  out += "\n[privacy]\nk = 5\n\n[method]\nname = \"mondrian\"\n";
  return out;
}

}  // namespace privet
