// SPDX-License-Identifier: Apache-2.0
#include "custody/decode_values.h"

#include <fmt/format.h>

#include "base/error.h"
#include "custody/coding/translation.h"

namespace privet::custody {
namespace {

Column decoded(const Column& column, const Translation& translation, const Column& original) {
  const Dictionary& dictionary = column.dictionary;
  std::vector<std::string_view> values;
  std::vector<bool> missing;
  std::vector<std::uint32_t> place(dictionary.size());
  std::vector<std::uint32_t> known(original.dictionary.size(), kNoValue);
  std::vector<RowId> first(dictionary.size(), RowId(kNoValue));  // row of each code
  for (std::size_t row = column.codes.size(); row-- > 0;) {
    first[column.codes[row]] = static_cast<RowId>(row);
  }
  for (std::size_t i = 0; i < place.size(); ++i) {
    const auto code = static_cast<ValueId>(i);
    std::optional<ValueId> source;
    if (!dictionary.missing(code)) {
      if (first[code] == kNoValue) continue;
      source = translation.original_code(dictionary.text(code));
      if (!source) {
        throw Error(ErrorCode::Input, fmt::format("row {}, column {}: the key has no value {}",
                                                  first[code] + 1, quote_for_message(column.name),
                                                  quote_for_message(dictionary.text(code))));
      }
      if (known[*source] != kNoValue) {
        place[i] = known[*source];
        continue;
      }
      known[*source] = static_cast<std::uint32_t>(values.size());
    }
    place[i] = static_cast<std::uint32_t>(values.size());
    values.push_back(source ? original.dictionary.text(*source) : dictionary.text(code));
    missing.push_back(!source);
  }
  std::vector<ValueId> codes;
  Column out{original.name,
             Dictionary(original.type(), values, missing, &codes, original.dictionary.form()),
             {}};
  for (const ValueId code : column.codes) out.codes.push_back(codes[place[code]]);
  return out;
}

}  // namespace

Table decode_values(const Table& table, std::span<const std::string> columns, const Coding& coding,
                    const Table& original, const std::string& data_file, const Run& run) {
  const Table encoded = encoded_table(coding, original, data_file, run);
  std::vector<Column> out(table.all().begin(), table.all().end());
  for (const auto& name : columns) {
    const AttributeId id = table.require(name, "--columns");
    const auto position = coding.find(name);
    if (!position) {
      throw Error(ErrorCode::Usage,
                  fmt::format("the key has no column {}", quote_for_message(name)),
                  {.parameter = "--columns"});
    }
    const ColumnCoding& own = coding.columns[*position];
    const Column& source = original.column(own.source);
    const Translation translation(own, source, encoded.column(static_cast<AttributeId>(*position)));
    out[id] = decoded(table.column(id), translation, source);
  }
  return Table(std::move(out));
}

}  // namespace privet::custody
