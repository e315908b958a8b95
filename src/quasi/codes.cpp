// SPDX-License-Identifier: Apache-2.0
#include "quasi/codes.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "base/error.h"

namespace privet::quasi {
namespace {

std::vector<AttributeId> all_of(const Table& table) {
  std::vector<AttributeId> columns(table.columns());
  std::iota(columns.begin(), columns.end(), AttributeId{0});
  return columns;
}

// Renumbers codes by first appearance and returns how many there are. The table of new numbers is
// as large as the old range where that is no more than the rows justify, a hash map where it is.
std::size_t make_dense(std::vector<ValueId>& codes, std::size_t limit) {
  constexpr ValueId kUnseen = ValueId{~0U};
  ValueId next = 0;
  if (limit <= 64 * codes.size() + 1024) {
    std::vector<ValueId> number(limit, kUnseen);
    for (auto& code : codes) {
      if (number[code] == kUnseen) number[code] = next++;
      code = number[code];
    }
    return next;
  }
  std::unordered_map<ValueId, ValueId> number;
  for (auto& code : codes) {
    const auto [it, fresh] = number.try_emplace(code, next);
    if (fresh) ++next;
    code = it->second;
  }
  return next;
}

}  // namespace

Codes::Codes(const Table& table, std::span<const AttributeId> columns) : rows_(table.rows()) {
  for (const AttributeId id : columns) {
    views_.emplace_back(table.column(id).codes);
    limits_.push_back(table.column(id).dictionary.size());
  }
}

Codes::Codes(const Table& table) : Codes(table, all_of(table)) {}

Codes::Codes(std::vector<std::vector<ValueId>> columns) : owned_(std::move(columns)) {
  if (!owned_.empty()) rows_ = owned_.front().size();
  for (const auto& codes : owned_) {
    PRIVET_CHECK(codes.size() == rows_);
    views_.emplace_back(codes);
    const auto top = std::max_element(codes.begin(), codes.end());
    limits_.push_back(top == codes.end() ? 0 : std::size_t{*top} + 1);
  }
}

Codes Codes::select(std::span<const RowId> rows) const {
  Codes out;
  out.rows_ = rows.size();
  for (std::size_t c = 0; c < columns(); ++c) {
    std::vector<ValueId> codes;
    codes.reserve(rows.size());
    for (const RowId row : rows) codes.push_back(views_[c][row]);
    out.limits_.push_back(make_dense(codes, limits_[c]));
    out.owned_.push_back(std::move(codes));
  }
  for (const auto& codes : out.owned_) out.views_.emplace_back(codes);
  return out;
}

}  // namespace privet::quasi
