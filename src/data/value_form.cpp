// SPDX-License-Identifier: Apache-2.0
#include "data/value_form.h"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace privet {
namespace {

using Kind = ValueForm::Kind;

constexpr std::array<std::pair<std::string_view, ColumnType>, 3> kTypes{{
    {"text", ColumnType::Text},
    {"numeric", ColumnType::Numeric},
    {"date", ColumnType::Date},
}};

constexpr std::array<std::pair<std::string_view, ValueForm>, 7> kForms{{
    {"point", {Kind::Point, DateOrder::Ymd}},
    {"point-grouped", {Kind::PointGrouped, DateOrder::Ymd}},
    {"comma", {Kind::Comma, DateOrder::Ymd}},
    {"comma-grouped", {Kind::CommaGrouped, DateOrder::Ymd}},
    {"ymd", {Kind::Date, DateOrder::Ymd}},
    {"dmy", {Kind::Date, DateOrder::Dmy}},
    {"mdy", {Kind::Date, DateOrder::Mdy}},
}};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Spaces that do not break a line, thin spaces and the apostrophe of typography as those of ASCII.
std::string plain_marks(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, char>, 4> kMarks{
      {{"\xC2\xA0", ' '}, {"\xE2\x80\xAF", ' '}, {"\xE2\x80\x89", ' '}, {"\xE2\x80\x99", '\''}}};
  std::string out;
  while (!text.empty()) {
    std::size_t taken = 1;
    char plain = text.front();
    for (const auto& [written, ascii] : kMarks) {
      if (!text.starts_with(written)) continue;
      taken = written.size();
      plain = ascii;
    }
    out += plain;
    text.remove_prefix(taken);
  }
  return out;
}

// The digits before the decimal mark without what stands between thousands (`mark`, a space or an
// apostrophe): one to three digits, then threes. False if it stands elsewhere.
bool ungroup(std::string_view whole, char mark, std::string& out) {
  while (whole.ends_with(' ')) whole.remove_suffix(1);
  std::size_t at = 0;
  while (at < whole.size() && !is_digit(whole[at])) out += whole[at++];
  std::string_view digits = whole.substr(at);
  const std::array<char, 3> marks{mark, ' ', '\''};
  const std::size_t first = digits.find_first_of(std::string_view(marks.data(), marks.size()));
  if (first == std::string_view::npos) {
    out += digits;
    return true;
  }
  if (first < 1 || first > 3 || digits.front() == '0') return false;  // 0,123 has a decimal comma
  const char used = digits[first];
  out += digits.substr(0, first);
  digits.remove_prefix(first);
  while (!digits.empty()) {
    if (digits.size() < 4 || digits[0] != used) return false;
    if (!is_digit(digits[1]) || !is_digit(digits[2]) || !is_digit(digits[3])) return false;
    out += digits.substr(1, 3);
    digits.remove_prefix(4);
  }
  return true;
}

// A number of few digits, with or without a point: its digits and the power of ten below them are
// exact as doubles, so that one division rounds once, as the standard conversion does. None: it
// must be read by that. Reference: Clinger, "How to read floating point numbers accurately", 1990.
std::optional<double> read_short(std::string_view text) {
  constexpr std::size_t kExactDigits = 15;
  constexpr std::array<double, kExactDigits + 1> kTens{
      1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.size() > kExactDigits + 1) return std::nullopt;
  std::uint64_t digits = 0;
  std::size_t seen = 0;
  std::size_t point = text.size();
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_digit(text[i])) {
      digits = digits * 10 + static_cast<std::uint64_t>(text[i] - '0');
      ++seen;
    } else if (text[i] == '.' && point == text.size()) {
      point = i;
    } else {
      return std::nullopt;
    }
  }
  if (seen == 0 || seen > kExactDigits) return std::nullopt;
  const std::size_t below = point == text.size() ? 0 : text.size() - 1 - point;
  const double size = static_cast<double>(digits) / kTens[below];
  return negative ? -size : size;
}

}  // namespace

std::string_view type_name(ColumnType type) {
  for (const auto& [name, known] : kTypes) {
    if (known == type) return name;
  }
  return {};
}

std::optional<ColumnType> parse_type_name(std::string_view text) {
  for (const auto& [name, type] : kTypes) {
    if (name == text) return type;
  }
  return std::nullopt;
}

std::string_view form_name(const ValueForm& form) {
  for (const auto& [name, known] : kForms) {
    if (known.kind == form.kind && (form.kind != Kind::Date || known.order == form.order)) {
      return name;
    }
  }
  return {};
}

std::optional<ValueForm> parse_form_name(std::string_view text) {
  for (const auto& [name, form] : kForms) {
    if (name == text) return form;
  }
  return std::nullopt;
}

std::optional<double> parse_number(std::string_view text) {
  if (const auto number = read_short(text)) return number;
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  if (text.empty()) return std::nullopt;
  const char last = text.back();
  if (last != '.' && (last < '0' || last > '9')) return std::nullopt;  // rules out inf and nan
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem == std::errc::result_out_of_range || end != text.data() + text.size())
    return std::nullopt;
  if (problem != std::errc() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<double> ValueForm::read_other(std::string_view written) const {
  if (kind == Kind::Date) {
    const auto date = parse_date(written, order);
    return date ? std::optional(date->seconds) : std::nullopt;
  }
  const std::string marked = kind == Kind::Comma ? std::string(written) : plain_marks(written);
  const std::string_view text = marked;
  const char decimal = comma() ? ',' : '.';
  const char mark = comma() ? '.' : ',';
  const std::size_t at = text.find(decimal);
  const std::string_view whole = text.substr(0, at);
  std::string plain;
  if (kind == Kind::Comma) {
    if (whole.find('.') != std::string_view::npos) return std::nullopt;
    plain = whole;
  } else if (!ungroup(whole, mark, plain)) {
    return std::nullopt;
  }
  if (at != std::string_view::npos) {
    const std::string_view rest = text.substr(at + 1);
    if (rest.find_first_of(".,") != std::string_view::npos) return std::nullopt;
    plain += '.';
    plain += rest;
  }
  return parse_number(plain);
}

std::string ValueForm::written(std::string number) const {
  if (!comma()) return number;
  if (const auto point = number.find('.'); point != std::string::npos) number[point] = ',';
  return number;
}

}  // namespace privet
