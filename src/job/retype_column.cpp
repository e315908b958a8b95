// SPDX-License-Identifier: Apache-2.0
#include "job/retype_column.h"

#include <fmt/format.h>

#include <algorithm>

namespace privet {

Column retype_column(const Column& column, ColumnType type, const Place& place) {
  std::vector<std::string_view> texts;
  std::vector<bool> missing;
  for (std::size_t v = 0; v < column.dictionary.size(); ++v) {
    const auto id = static_cast<ValueId>(v);
    texts.push_back(column.dictionary.text(id));
    missing.push_back(column.dictionary.missing(id));
    if (type == ColumnType::Text || missing.back() || parse_number(texts.back())) continue;
    const auto row = std::find(column.codes.begin(), column.codes.end(), id);
    throw Error(ErrorCode::Input,
                fmt::format("column {} is to be numeric, but {} in record {} is not a number",
                            quote_for_message(column.name), quote_for_message(texts.back()),
                            row - column.codes.begin() + 1),
                place);
  }
  std::vector<ValueId> code_of;
  Column out{column.name, Dictionary(type, texts, missing, &code_of), {}};
  out.codes.reserve(column.codes.size());
  for (const ValueId code : column.codes) out.codes.push_back(code_of[code]);
  return out;
}

}  // namespace privet
