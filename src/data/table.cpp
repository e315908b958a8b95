// SPDX-License-Identifier: Apache-2.0
#include "data/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <unordered_map>
#include <unordered_set>

#include "base/error.h"
#include "base/names.h"

namespace privet {
Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {
  if (!columns_.empty()) rows_ = columns_.front().codes.size();
  std::unordered_set<std::string_view> names;
  for (const auto& column : columns_) {
    PRIVET_CHECK(column.codes.size() == rows_);
    PRIVET_CHECK(names.insert(column.name).second);
  }
}

std::optional<AttributeId> Table::find(std::string_view name) const {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].name == name) return static_cast<AttributeId>(i);
  }
  return std::nullopt;
}

AttributeId Table::require(std::string_view name, std::string_view parameter) const {
  if (const auto id = find(name)) return *id;
  std::vector<std::string> names;
  names.reserve(columns_.size());
  for (const auto& column : columns_) names.push_back(column.name);
  std::string message = fmt::format("there is no column {}", quote_for_message(name));
  if (const auto near = nearest_name(name, names)) {
    message += fmt::format("; did you mean {}?", quote_for_message(*near));
  } else {
    constexpr std::size_t kListed = 12;
    std::string list;
    for (std::size_t i = 0; i < std::min(names.size(), kListed); ++i) {
      list += fmt::format("{}{}", i == 0 ? "" : ", ", names[i]);
    }
    message += fmt::format("; the columns are {}{}", list, names.size() > kListed ? ", ..." : "");
  }
  throw Error(ErrorCode::Usage, message, {.parameter = std::string(parameter)});
}

Table Table::select_rows(std::span<const RowId> rows) const {
  std::vector<Column> out;
  out.reserve(columns_.size());
  for (const auto& column : columns_) {
    Column copy{column.name, column.dictionary, {}};
    copy.codes.reserve(rows.size());
    for (const RowId row : rows) copy.codes.push_back(column.codes[row]);
    out.push_back(std::move(copy));
  }
  Table table(std::move(out));
  table.rows_ = rows.size();
  return table;
}

Table Table::select_columns(std::span<const AttributeId> columns) const {
  std::vector<Column> out;
  out.reserve(columns.size());
  for (const AttributeId id : columns) out.push_back(columns_[id]);
  return Table(std::move(out));
}

Column make_column(std::string name, const std::vector<std::string>& texts,
                   std::optional<ColumnType> type) {
  std::unordered_map<std::string_view, ValueId> seen;
  std::vector<std::string_view> values;
  std::vector<ValueId> local;
  local.reserve(texts.size());
  for (const auto& text : texts) {
    const auto [it, fresh] = seen.try_emplace(text, static_cast<ValueId>(values.size()));
    if (fresh) values.emplace_back(text);
    local.push_back(it->second);
  }
  std::vector<bool> missing;
  bool numbers = false;
  bool words = false;
  for (const auto& value : values) {
    missing.push_back(is_missing_text(value));
    if (missing.back()) continue;
    (parse_number(value) ? numbers : words) = true;
  }
  const ColumnType chosen =
      type.value_or(numbers && !words ? ColumnType::Numeric : ColumnType::Text);
  std::vector<ValueId> order;
  Dictionary dictionary(chosen, values, missing, &order);
  Column column{std::move(name), std::move(dictionary), std::move(local)};
  for (auto& code : column.codes) code = order[code];
  return column;
}

Table make_table(const std::vector<std::string>& names,
                 const std::vector<std::vector<std::string>>& rows) {
  std::vector<Column> columns;
  for (std::size_t c = 0; c < names.size(); ++c) {
    std::vector<std::string> texts;
    for (const auto& row : rows) {
      PRIVET_CHECK(row.size() == names.size());
      texts.push_back(row[c]);
    }
    columns.push_back(make_column(names[c], texts));
  }
  return Table(std::move(columns));
}

bool is_missing_text(std::string_view text) {
  if (text.empty() || text == "?") return true;
  // #DIV/0!, #VALUE!, #NAME?: a spreadsheet could not compute the cell.
  constexpr std::size_t kLongestFault = 9;
  if (text.front() == '#' && text.size() > 4 && text.size() <= kLongestFault) {
    return text.back() == '!' || text.back() == '?';
  }
  if (text.size() > 4) return false;
  std::string upper;
  for (const char c : text) {
    upper += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  constexpr std::array<std::string_view, 8> kMissing{"NA",   "N/A",  "NAN", "NULL",
                                                     "N.A.", "#N/A", "#NV", "<NA>"};
  return std::find(kMissing.begin(), kMissing.end(), upper) != kMissing.end();
}

}  // namespace privet
