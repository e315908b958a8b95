// SPDX-License-Identifier: Apache-2.0
#include "data/widen_column.h"

#include <fmt/format.h>

#include <unordered_map>

#include "base/error.h"

namespace privet {

Column widen_column(const Column& column, std::span<const std::string_view> further,
                    std::vector<ValueId>& code_of) {
  const Dictionary& old = column.dictionary;
  std::vector<std::string_view> texts;
  std::vector<bool> missing;
  for (std::size_t v = 0; v < old.size(); ++v) {
    texts.push_back(old.text(static_cast<ValueId>(v)));
    missing.push_back(old.missing(static_cast<ValueId>(v)));
  }
  std::unordered_map<std::string_view, std::size_t> added;
  std::vector<std::size_t> place;  // of each further value in texts
  for (const std::string_view text : further) {
    if (const auto known = old.find(text)) {
      place.push_back(*known);
      continue;
    }
    const auto [it, fresh] = added.try_emplace(text, texts.size());
    place.push_back(it->second);
    if (!fresh) continue;
    texts.push_back(text);
    missing.push_back(is_missing_text(text));
    if (ordered(column.type()) && !missing.back() && !old.form().read(text)) {
      const bool number = column.type() == ColumnType::Numeric;
      throw Error(ErrorCode::Input,
                  fmt::format("column {} {}, and {} is not a {}", quote_for_message(column.name),
                              number ? "is numeric" : "has dates", quote_for_message(text),
                              number ? "number" : "date like those"));
    }
  }
  std::vector<ValueId> code_at;
  Column out{column.name, Dictionary(column.type(), texts, missing, &code_at, old.form()), {}};
  out.codes.reserve(column.codes.size());
  for (const ValueId code : column.codes) out.codes.push_back(code_at[code]);
  code_of.clear();
  for (const std::size_t at : place) code_of.push_back(code_at[at]);
  return out;
}

}  // namespace privet
