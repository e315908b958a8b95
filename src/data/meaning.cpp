// SPDX-License-Identifier: Apache-2.0
#include "data/meaning.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <unordered_map>

#include "data/letters.h"
#include "data/spelled_value.h"

namespace privet {
namespace {

// "-0120.50e1" as "-1205e0": sign, digits without zeros at either end, power of ten.
std::string number_key(std::string_view text) {
  std::string_view power = "0";
  if (const auto e = text.find_first_of("eE"); e != std::string_view::npos) {
    power = text.substr(e + 1);
    if (power.starts_with('+')) power.remove_prefix(1);
    text = text.substr(0, e);
  }
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  std::int64_t exponent = 0;
  std::from_chars(power.data(), power.data() + power.size(), exponent);
  const auto point = text.find('.');
  std::string digits(text.substr(0, point));
  if (point != std::string_view::npos) {
    digits += text.substr(point + 1);
    exponent -= static_cast<std::int64_t>(text.size() - point - 1);
  }
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  while (digits.ends_with('0')) {
    digits.pop_back();
    ++exponent;
  }
  if (digits.empty()) return "0";
  return (negative ? "-" : "") + digits + "e" + std::to_string(exponent);
}

}  // namespace

std::string meaning_key(std::string_view text) {
  const std::string alike = alike_text(text);
  if (is_missing_text(alike)) return {};
  if (parse_number(alike)) return "#" + number_key(alike);
  if (const auto number = spelled_number(alike); number && parse_number(*number)) {
    return "#" + number_key(*number);
  }
  const auto moment = spelled_moment(alike);
  return moment ? "@" + *moment : "=" + alike;
}

namespace {

// Whether no two values can mean the same: numbers that differ, and at most one missing value.
bool all_differ(const Dictionary& dictionary) {
  if (!ordered(dictionary.type()) || dictionary.missing_count() > 1) return false;
  for (std::size_t v = dictionary.missing_count() + 1; v < dictionary.size(); ++v) {
    const auto id = static_cast<ValueId>(v);
    if (dictionary.number(id) == dictionary.number(id - 1)) return false;
  }
  return true;
}

}  // namespace

namespace {

// Whether the texts are numbers in a form of their own (27,4) or dates: their places on the line
// are what they mean.
bool by_place(const Dictionary& dictionary) {
  return ordered(dictionary.type()) && dictionary.form().kind != ValueForm::Kind::Point;
}

}  // namespace

Meanings find_meanings(const Dictionary& dictionary, bool exact_text) {
  const bool exact = exact_text && dictionary.type() == ColumnType::Text;
  const std::size_t values = dictionary.size();
  std::vector<std::string> keys(values);
  Meanings out;
  for (std::size_t v = 0; v < values; ++v) {
    const auto id = static_cast<ValueId>(v);
    if (dictionary.missing(id)) continue;
    const std::string_view text = dictionary.text(id);
    keys[v] =
        by_place(dictionary) ? fmt::format("at {}", dictionary.number(id)) : meaning_key(text);
    if (exact && !keys[v].empty()) keys[v] = "=" + std::string(text);
  }
  std::unordered_map<std::string_view, ValueId> number;
  for (std::size_t v = 0; v < values && !out.missing; ++v) {
    if (!keys[v].empty()) continue;
    out.missing = true;
    number.emplace("", ValueId{0});
    out.first.push_back(static_cast<ValueId>(v));
  }
  out.of.reserve(values);
  for (std::size_t v = 0; v < values; ++v) {
    const auto [at, fresh] = number.try_emplace(keys[v], static_cast<ValueId>(out.first.size()));
    if (fresh) out.first.push_back(static_cast<ValueId>(v));
    out.of.push_back(at->second);
  }
  return out;
}

std::vector<ValueId> meaning_of_rows(const Column& column, bool exact_text) {
  const Meanings meanings = find_meanings(column.dictionary, exact_text);
  std::vector<ValueId> out;
  out.reserve(column.codes.size());
  for (const ValueId code : column.codes) out.push_back(meanings.of[code]);
  return out;
}

std::optional<Column> by_meaning(const Column& column, bool exact_text) {
  if (all_differ(column.dictionary)) return std::nullopt;
  const Meanings meanings = find_meanings(column.dictionary, exact_text);
  if (meanings.first.size() == column.dictionary.size() &&
      column.dictionary.missing_count() == (meanings.missing ? 1U : 0U)) {
    return std::nullopt;
  }
  std::vector<std::string_view> texts;
  std::vector<bool> missing;
  for (const ValueId value : meanings.first) {
    missing.push_back(meanings.missing && texts.empty());
    texts.push_back(column.dictionary.text(value));
  }
  Column out{column.name,
             Dictionary(column.type(), texts, missing, nullptr, column.dictionary.form()),
             {}};
  out.codes.reserve(column.codes.size());
  for (const ValueId code : column.codes) out.codes.push_back(meanings.of[code]);
  return out;
}

}  // namespace privet
