// SPDX-License-Identifier: Apache-2.0
#include "federation/query/pooled_parts.h"

#include <fmt/format.h>

namespace privet::federation {

Table pooled_parts(std::span<const Table> parts) {
  std::vector<Column> out;
  std::vector<std::string> owners;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    owners.insert(owners.end(), parts[p].rows(), fmt::format("party-{}", p + 1));
  }
  for (std::size_t c = 0; c < parts.front().columns(); ++c) {
    std::vector<std::string> texts;
    for (const auto& part : parts) {
      for (std::size_t r = 0; r < part.rows(); ++r) {
        texts.emplace_back(part.column(static_cast<AttributeId>(c)).text(static_cast<RowId>(r)));
      }
    }
    out.push_back(make_column(parts.front().column(static_cast<AttributeId>(c)).name, texts,
                              ColumnType::Text));
  }
  out.push_back(make_column("the part's owner", owners, ColumnType::Text));
  return Table(std::move(out));
}

std::vector<Table> parts_of(const Table& pooled) {
  std::vector<AttributeId> columns;
  for (std::size_t c = 0; c + 1 < pooled.columns(); ++c) {
    columns.push_back(static_cast<AttributeId>(c));
  }
  const auto& owner = pooled.column(static_cast<AttributeId>(pooled.columns() - 1));
  std::vector<std::vector<RowId>> rows(owner.dictionary.size());
  for (std::size_t r = 0; r < pooled.rows(); ++r) {
    rows[owner.codes[r]].push_back(static_cast<RowId>(r));
  }
  std::vector<Table> out;
  for (const auto& own : rows) {
    std::vector<Column> made;
    for (const auto c : columns) {
      std::vector<std::string> texts;
      for (const auto r : own) texts.emplace_back(pooled.column(c).text(r));
      made.push_back(make_column(pooled.column(c).name, texts, ColumnType::Text));
    }
    out.emplace_back(std::move(made));
  }
  return out;
}

}  // namespace privet::federation
