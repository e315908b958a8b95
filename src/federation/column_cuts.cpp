// SPDX-License-Identifier: Apache-2.0
#include "federation/column_cuts.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace privet::federation {
namespace {

[[noreturn]] void refuse(std::string_view text) {
  throw Error(
      ErrorCode::Usage,
      fmt::format("needs a column and ascending numbers, as in \"age=30|50,bmi=25\", not {}",
                  quote_for_message(std::string(text))),
      {.parameter = "--cuts"});
}

std::vector<std::string> pieces(std::string_view text, char separator) {
  std::vector<std::string> out{""};
  for (const char c : text) {
    if (c == separator) {
      out.emplace_back();
    } else {
      out.back() += c;
    }
  }
  return out;
}

std::string interval(const ColumnCuts& cuts, double number) {
  const auto above = std::ranges::lower_bound(cuts.values, number) - cuts.values.begin();
  const auto place = static_cast<std::size_t>(above);
  if (place == 0) return "at most " + cuts.texts.front();
  if (place == cuts.texts.size()) return "above " + cuts.texts.back();
  return "above " + cuts.texts[place - 1] + ", at most " + cuts.texts[place];
}

Column cut_column(const Column& column, const ColumnCuts& cuts) {
  if (column.type() != ColumnType::Numeric) {
    throw Error(ErrorCode::Input,
                fmt::format("column {} has other values than numbers, so it cannot be cut",
                            quote_for_message(column.name)),
                {.parameter = "--cuts"});
  }
  std::vector<std::string> texts;
  for (std::size_t row = 0; row < column.codes.size(); ++row) {
    const auto id = static_cast<RowId>(row);
    texts.push_back(column.missing(id) ? std::string(column.text(id))
                                       : interval(cuts, column.number(id)));
  }
  return make_column(column.name, texts, ColumnType::Text);
}

}  // namespace

std::vector<ColumnCuts> parse_cuts(std::string_view text) {
  std::vector<ColumnCuts> out;
  for (const auto& one : pieces(text, ',')) {
    const auto equals = one.find('=');
    if (equals == std::string::npos || equals == 0) refuse(text);
    ColumnCuts cuts{one.substr(0, equals), {}, pieces(one.substr(equals + 1), '|')};
    for (const auto& number : cuts.texts) {
      const auto value = parse_number(number);
      if (!value || (!cuts.values.empty() && *value <= cuts.values.back())) refuse(text);
      cuts.values.push_back(*value);
    }
    if (std::ranges::find(out, cuts.column, &ColumnCuts::column) != out.end()) refuse(text);
    out.push_back(std::move(cuts));
  }
  return out;
}

Table with_cuts(const Table& table, const std::vector<ColumnCuts>& cuts) {
  std::vector<Column> columns;
  for (const auto& column : table.all()) {
    const auto found = std::ranges::find(cuts, column.name, &ColumnCuts::column);
    columns.push_back(found == cuts.end() ? column : cut_column(column, *found));
  }
  return Table(std::move(columns));
}

}  // namespace privet::federation
