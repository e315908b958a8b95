// SPDX-License-Identifier: Apache-2.0
#include "data/retype_column.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>

namespace privet {
namespace {

// The same texts with another meaning.
Column reread(const Column& column, const std::vector<std::string_view>& texts,
              const std::vector<bool>& missing, ColumnType type, const ValueForm& form) {
  std::vector<ValueId> code_of;
  Column out{column.name, Dictionary(type, texts, missing, &code_of, form), {}};
  out.codes.reserve(column.codes.size());
  for (const ValueId code : column.codes) out.codes.push_back(code_of[code]);
  return out;
}

// "1.234,5" -> "1234.5"
std::string plain_number(std::string_view text, const ValueForm& form) {
  std::string out;
  for (const char c : text) {
    const bool decimal = c == (form.comma() ? ',' : '.');
    const bool part = (c >= '0' && c <= '9') || c == '-' || c == '+' || c == 'e' || c == 'E';
    if (decimal || part) out += decimal ? '.' : c;  // what stands between thousands is left out
  }
  return out;
}

}  // namespace

Column retype_column(const Column& column, const ColumnWish& wish, const Place& place,
                     const Run& run) {
  std::vector<std::string_view> texts;
  std::vector<bool> missing;
  for (std::size_t v = 0; v < column.dictionary.size(); ++v) {
    const auto id = static_cast<ValueId>(v);
    texts.push_back(column.dictionary.text(id));
    missing.push_back(column.dictionary.missing(id));
  }
  const InferredColumn found = infer_column(column.name, texts, missing, wish, run);
  if (!found.question.empty()) throw Error(ErrorCode::Input, found.question, place);
  if (found.wrong) {
    const auto row = std::find(column.codes.begin(), column.codes.end(), *found.wrong);
    const bool number = wish.type == ColumnType::Numeric;
    throw Error(ErrorCode::Input,
                fmt::format("column {} is to be {}, but {} in record {} is not a {}",
                            quote_for_message(column.name), number ? "numeric" : "of dates",
                            quote_for_message(texts[*found.wrong]), row - column.codes.begin() + 1,
                            number ? "number" : "date like the others"),
                place);
  }
  return reread(column, texts, missing, found.type, found.form);
}

Column plain_column(const Column& column) {
  const Dictionary& old = column.dictionary;
  const bool number = column.type() == ColumnType::Numeric;
  if (!ordered(column.type()) || old.form().kind == ValueForm::Kind::Point) return column;
  std::vector<std::string> texts;
  std::vector<std::size_t> place;  // of each old value
  std::vector<bool> missing;
  std::unordered_map<std::string, std::size_t> seen;
  for (std::size_t v = 0; v < old.size(); ++v) {
    const auto id = static_cast<ValueId>(v);
    const bool none = old.missing(id);
    std::string text =
        number && !none ? plain_number(old.text(id), old.form()) : std::string(old.text(id));
    // 1.234 and 1234 may become one.
    const auto [it, fresh] = seen.try_emplace(text, texts.size());
    place.push_back(it->second);
    if (!fresh) continue;
    texts.push_back(std::move(text));
    missing.push_back(none);
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  std::vector<ValueId> code_of;
  const ColumnType type = number ? ColumnType::Numeric : ColumnType::Text;
  Column out{column.name, Dictionary(type, views, missing, &code_of), {}};
  out.codes.reserve(column.codes.size());
  for (const ValueId code : column.codes) out.codes.push_back(code_of[place[code]]);
  return out;
}

}  // namespace privet
