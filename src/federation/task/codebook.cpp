// SPDX-License-Identifier: Apache-2.0
#include "federation/task/codebook.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.h"

namespace privet::federation {
namespace {

Column listed_column(const Column& column, const std::vector<std::string>& values) {
  const std::set<std::string> ordered(values.begin(), values.end());
  std::vector<std::string_view> texts(ordered.begin(), ordered.end());
  std::vector<bool> missing;
  for (const auto text : texts) missing.push_back(text.empty());
  const bool numbers = column.type() == ColumnType::Numeric;
  Column out{column.name,
             Dictionary(numbers ? ColumnType::Numeric : ColumnType::Text, texts, missing, nullptr,
                        numbers ? column.dictionary.form() : ValueForm{}),
             {}};
  out.codes.reserve(column.codes.size());
  for (const ValueId code : column.codes) {
    const std::string_view text =
        column.dictionary.missing(code) ? std::string_view() : column.dictionary.text(code);
    const auto found = out.dictionary.find(text);
    if (!found) {
      throw Error(ErrorCode::Input,
                  text.empty()
                      ? fmt::format("column {} has missing values, and the job does not list \"\" "
                                    "among its categories",
                                    quote_for_message(column.name))
                      : fmt::format("column {} has a value that the job does not list among its "
                                    "categories",
                                    quote_for_message(column.name)));
    }
    out.codes.push_back(*found);
  }
  return out;
}

// With the values that occur, and no others.
Column occurring(const Column& column) {
  std::vector<std::string> texts;
  texts.reserve(column.codes.size());
  for (const ValueId code : column.codes) texts.emplace_back(column.dictionary.text(code));
  return make_column(column.name, texts, column.type());
}

void check_listed(const Table& table, const Categories& categories) {
  for (const auto& [name, values] : categories) {
    if (!table.find(name)) {
      throw Error(ErrorCode::Usage, fmt::format("the job lists categories of {}, and there is no "
                                                "such column",
                                                quote_for_message(name)));
    }
  }
}

[[noreturn]] void refuse_unlisted(const std::string& column) {
  throw Error(ErrorCode::Input,
              fmt::format("column {} has categories that all parties must know: list them in "
                          "the job, under [categories]",
                          quote_for_message(column)));
}

}  // namespace

Table with_categories(const Table& table, const Categories& categories, const Task& task,
                      const Settings& settings) {
  check_listed(table, categories);
  const auto named = task.categories ? task.categories(settings) : std::vector<std::string>();
  std::vector<Column> columns;
  for (const auto& column : table.all()) {
    const auto listed = categories.find(column.name);
    const bool category = column.type() != ColumnType::Numeric ||
                          std::ranges::find(named, column.name) != named.end();
    if (listed != categories.end()) {
      columns.push_back(listed_column(column, listed->second));
    } else if (category && task.codebook) {
      refuse_unlisted(column.name);
    } else {
      columns.push_back(occurring(column));
    }
  }
  return Table(std::move(columns));
}

CellPart cells_with_categories(const Table& table, const Categories& categories) {
  check_listed(table, categories);
  std::vector<Column> columns;
  CellPart out;
  for (const auto& column : table.all()) {
    const auto listed = categories.find(column.name);
    if (listed == categories.end() || listed->second.empty()) refuse_unlisted(column.name);
    const std::set<std::string> ordered(listed->second.begin(), listed->second.end());
    const std::vector<std::string_view> texts(ordered.begin(), ordered.end());
    Column own{
        column.name, Dictionary(ColumnType::Text, texts, std::vector<bool>(texts.size())), {}};
    auto& owned = out.owned.emplace_back();
    for (RowId row = 0; row < column.codes.size(); ++row) {
      owned.push_back(!column.missing(row));
      // Those of the other party get the first value, whatever it is.
      const auto found =
          owned.back() ? own.dictionary.find(column.text(row)) : std::optional(ValueId{0});
      if (!found) {
        throw Error(ErrorCode::Input, fmt::format("column {} has a value that the job does not "
                                                  "list among its categories",
                                                  quote_for_message(column.name)));
      }
      own.codes.push_back(*found);
    }
    columns.push_back(std::move(own));
  }
  out.table = Table(std::move(columns));
  return out;
}

}  // namespace privet::federation
