// SPDX-License-Identifier: Apache-2.0
#include "mining/join/join_keys.h"

#include <fmt/format.h>

#include <cmath>
#include <unordered_map>

namespace privet::mining {
namespace {

// What a value of a column is compared by.
std::string compared_text(const Column& column, ValueId code) {
  if (column.type() == ColumnType::Text) return std::string(column.dictionary.text(code));
  const double number = column.dictionary.number(code);
  constexpr double kWhole = 0x1p53;  // whole numbers below it are written much quicker as such
  if (std::abs(number) < kWhole && number == std::trunc(number)) {
    return fmt::format("{}", static_cast<std::int64_t>(number));  // -0 is 0
  }
  return fmt::format("{}", number);
}

JoinKeys keys_of_column(const Column& column) {
  JoinKeys out;
  std::unordered_map<std::string, JoinKey> known;
  std::vector<JoinKey> of_code(column.dictionary.size(), kNoKey);
  for (std::size_t c = column.dictionary.missing_count(); c < of_code.size(); ++c) {
    auto text = compared_text(column, static_cast<ValueId>(c));
    const auto [place, fresh] = known.emplace(text, static_cast<JoinKey>(out.values.size()));
    if (fresh) out.values.push_back(std::move(text));
    of_code[c] = place->second;
  }
  out.of_row.reserve(column.codes.size());
  for (const ValueId code : column.codes) out.of_row.push_back(of_code[code]);
  return out;
}

// Pairs of keys as keys; a length before each value keeps different pairs apart.
JoinKeys paired(const JoinKeys& a, const JoinKeys& b) {
  JoinKeys out;
  std::unordered_map<std::uint64_t, JoinKey> known;
  out.of_row.reserve(a.of_row.size());
  for (std::size_t r = 0; r < a.of_row.size(); ++r) {
    const JoinKey x = a.of_row[r];
    const JoinKey y = b.of_row[r];
    if (x == kNoKey || y == kNoKey) {
      out.of_row.push_back(kNoKey);
      continue;
    }
    const auto [place, fresh] =
        known.emplace(std::uint64_t{x} << 32U | y, static_cast<JoinKey>(out.values.size()));
    if (fresh) {
      out.values.push_back(fmt::format("{}:{}{}", a.values[x].size(), a.values[x], b.values[y]));
    }
    out.of_row.push_back(place->second);
  }
  return out;
}

}  // namespace

JoinKeys join_keys(const Table& table, std::span<const AttributeId> columns) {
  JoinKeys out = keys_of_column(table.column(columns.front()));
  for (const AttributeId next : columns.subspan(1)) {
    out = paired(out, keys_of_column(table.column(next)));
  }
  return out;
}

void renumber(JoinKeys& keys, std::span<const JoinKey> places) {
  for (JoinKey& key : keys.of_row) {
    if (key != kNoKey) key = places[key];
  }
  keys.values.clear();
}

std::size_t match_keys(JoinKeys& first, JoinKeys& second) {
  std::unordered_map<std::string_view, JoinKey> known;
  known.reserve(first.values.size());
  for (std::size_t k = 0; k < first.values.size(); ++k) {
    known.emplace(first.values[k], static_cast<JoinKey>(k));
  }
  std::vector<JoinKey> in_first(first.values.size(), kNoKey);
  std::vector<JoinKey> in_second(second.values.size(), kNoKey);
  JoinKey common = 0;
  for (std::size_t k = 0; k < second.values.size(); ++k) {
    const auto found = known.find(second.values[k]);
    if (found == known.end()) continue;
    in_first[found->second] = common;
    in_second[k] = common++;
  }
  renumber(first, in_first);
  renumber(second, in_second);
  return common;
}

}  // namespace privet::mining
