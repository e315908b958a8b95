// SPDX-License-Identifier: Apache-2.0
#include "job/population.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/with_place.h"
#include "data/formats/open_table.h"
#include "data/widen_column.h"

namespace privet {

std::vector<AttributeId> same_columns(const Table& table, std::span<const AttributeId> columns,
                                      const Table& outside, const std::string& file,
                                      const std::string& parameter) {
  std::vector<AttributeId> out;
  std::vector<std::string> absent;
  for (const AttributeId id : columns) {
    const auto found = outside.find(table.column(id).name);
    if (found) {
      out.push_back(*found);
    } else {
      absent.push_back(quote_for_message(table.column(id).name));
    }
  }
  if (absent.empty()) return out;
  throw Error(ErrorCode::Usage,
              fmt::format("{} has no column {}; it must have every quasi-identifier",
                          quote_for_message(file), fmt::join(absent, " and no column ")),
              {.parameter = parameter});
}

Population read_population(const std::string& path, Table& table,
                           std::span<const AttributeId> quasi, const Run& run) {
  const Table people = read_table({.path = path, .csv = {.columns = {.ask = false}}}, run).table;
  const auto columns = same_columns(table, quasi, people, path, "--population");
  Population out{.people = people.rows(), .codes = {}};
  std::vector<Column> widened(table.all().begin(), table.all().end());
  for (std::size_t q = 0; q < quasi.size(); ++q) {
    const Column& theirs = people.column(columns[q]);
    std::vector<std::string_view> texts;
    for (std::size_t v = 0; v < theirs.dictionary.size(); ++v) {
      texts.push_back(theirs.dictionary.text(static_cast<ValueId>(v)));
    }
    std::vector<ValueId> code_of;
    widened[quasi[q]] =
        with_place({.file = path}, [&] { return widen_column(widened[quasi[q]], texts, code_of); });
    auto& codes = out.codes.emplace_back();
    codes.reserve(theirs.codes.size());
    for (const ValueId code : theirs.codes) codes.push_back(code_of[code]);
  }
  table = Table(std::move(widened));
  return out;
}

}  // namespace privet
