// SPDX-License-Identifier: Apache-2.0
#include "federation/task/column_cuts.h"

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

// Number `place` of the intervals, from below.
std::string interval_at(const ColumnCuts& cuts, std::size_t place) {
  if (place == 0) return "at most " + cuts.texts.front();
  if (place == cuts.texts.size()) return "above " + cuts.texts.back();
  return "above " + cuts.texts[place - 1] + ", at most " + cuts.texts[place];
}

std::string interval(const ColumnCuts& cuts, double number) {
  const auto above = std::ranges::lower_bound(cuts.values, number) - cuts.values.begin();
  return interval_at(cuts, static_cast<std::size_t>(above));
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

Table with_all_intervals(const Table& table, const std::vector<ColumnCuts>& cuts,
                         const std::vector<bool>& missing) {
  std::vector<Column> columns;
  const auto cut = with_cuts(table, cuts);
  for (const auto& column : cut.all()) {
    columns.push_back(column);
    const auto found = std::ranges::find(cuts, column.name, &ColumnCuts::column);
    if (found == cuts.end()) continue;
    std::vector<std::string> texts;
    if (missing[static_cast<std::size_t>(found - cuts.begin())]) texts.emplace_back("?");
    for (std::size_t i = 0; i <= found->texts.size(); ++i) texts.push_back(interval_at(*found, i));
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    std::vector<bool> none(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) none[i] = texts[i] == "?";
    auto& out = columns.back();
    out.dictionary = Dictionary(ColumnType::Text, views, none);
    for (RowId row = 0; row < column.codes.size(); ++row) {
      const auto code = out.dictionary.find(column.missing(row) ? "?" : column.text(row));
      PRIVET_CHECK(code.has_value());
      out.codes[row] = *code;
    }
  }
  return Table(std::move(columns));
}

}  // namespace privet::federation
