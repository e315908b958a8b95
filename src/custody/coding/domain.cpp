// SPDX-License-Identifier: Apache-2.0
#include "custody/coding/domain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "base/error.h"
#include "mining/tree/tree_model.h"

namespace privet::custody {
namespace {

constexpr double kExactIntegers = 9007199254740992.0;  // 2^53
constexpr int kMostDecimals = 15;

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (text.starts_with('+')) text.remove_prefix(1);
  return text;
}

// inf, -Infinity, or a number too large for a double.
bool is_infinite(std::string_view text) {
  text = trimmed(text);
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || end != text.data() + text.size()) return false;
  // What is too small for a double is out of range as well.
  const bool small = text.find("e-") != std::string_view::npos ||
                     text.find("E-") != std::string_view::npos || text.starts_with("0.");
  if (problem == std::errc::result_out_of_range) return !small;
  return problem == std::errc() && std::isinf(value);
}

bool is_whole(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

[[noreturn]] void refuse(const Column& column, ValueId code, std::string_view why) {
  const auto at = std::find(column.codes.begin(), column.codes.end(), code) - column.codes.begin();
  throw Error(ErrorCode::Input,
              fmt::format("row {}, column {}: {} {}", at + 1, quote_for_message(column.name),
                          quote_for_message(column.dictionary.text(code)), why));
}

// The digits after the point that a number needs, exponents taken into account.
int decimals_of(std::string_view text) {
  text = trimmed(text);
  int exponent = 0;
  if (const std::size_t e = text.find_first_of("eE"); e != std::string_view::npos) {
    std::string_view power = text.substr(e + 1);
    if (power.starts_with('+')) power.remove_prefix(1);
    std::from_chars(power.data(), power.data() + power.size(), exponent);
    text = text.substr(0, e);
  }
  const std::size_t point = text.find('.');
  std::size_t digits = 0;
  if (point != std::string_view::npos) {
    while (text.ends_with('0')) text.remove_suffix(1);
    digits = text.size() - point - 1;
  }
  // Wider than an int: 0e-2147483648 is a number too.
  const std::int64_t decimals = static_cast<std::int64_t>(digits) - exponent;
  return static_cast<int>(std::clamp<std::int64_t>(decimals, 0, kMostDecimals));
}

}  // namespace

Domain active_domain(const Column& column, std::span<const mining::ClassLabel> labels) {
  PRIVET_CHECK(labels.size() == column.codes.size() && column.type() == ColumnType::Numeric);
  const Dictionary& dictionary = column.dictionary;
  constexpr mining::ClassLabel kUnseen(kMixed - 1);
  constexpr mining::ClassLabel kUnlabelled(kMixed - 2);
  std::vector<mining::ClassLabel> seen(dictionary.size(), kUnseen);
  for (std::size_t row = 0; row < labels.size(); ++row) {
    mining::ClassLabel& now = seen[column.codes[row]];
    const mining::ClassLabel label = labels[row] == mining::kNoClass ? kUnlabelled : labels[row];
    if (now == kUnseen || now == kUnlabelled) {
      now = label;
    } else if (label != kUnlabelled && now != label) {
      now = kMixed;
    }
  }
  Domain out;
  out.value_of_code.assign(dictionary.size(), kNoValue);
  for (std::size_t code = dictionary.missing_count(); code < dictionary.size(); ++code) {
    if (seen[code] == kUnseen) continue;
    const double number = dictionary.number(static_cast<ValueId>(code));
    const mining::ClassLabel label = seen[code] == kUnlabelled ? kMixed : seen[code];
    if (out.values.empty() || out.values.back() != number) {
      out.values.push_back(number);
      out.labels.push_back(label);
    } else if (out.labels.back() != label) {
      out.labels.back() = kMixed;
    }
    out.value_of_code[code] = static_cast<std::uint32_t>(out.values.size() - 1);
  }
  return out;
}

Grid grid_of(const Domain& domain, const Column& column) {
  Grid out;
  if (domain.values.empty()) return out;
  for (std::size_t code = 0; code < domain.value_of_code.size(); ++code) {
    if (domain.value_of_code[code] == kNoValue) continue;
    out.decimals =
        std::max(out.decimals, decimals_of(column.dictionary.text(static_cast<ValueId>(code))));
  }
  out.step = std::pow(10.0, -out.decimals);
  const double range = domain.values.back() - domain.values.front();
  const double points = std::min(std::round(range / out.step) + 1, kExactIntegers);
  out.width = std::max(static_cast<std::uint64_t>(points), std::uint64_t{domain.size()});
  out.discontinuities = out.width - domain.size();
  return out;
}

void check_numbers(const Column& column) {
  const Dictionary& dictionary = column.dictionary;
  std::optional<ValueId> infinite;
  bool others = false;
  for (std::size_t i = dictionary.missing_count(); i < dictionary.size(); ++i) {
    const auto code = static_cast<ValueId>(i);
    const std::string_view text = dictionary.text(code);
    if (column.type() == ColumnType::Numeric) {
      if (std::abs(dictionary.number(code)) >= kExactIntegers && is_whole(text)) {
        refuse(column, code,
               "lies beyond 2^53, where neighbouring whole numbers look alike; make "
               "the column a text (or drop it with --columns)");
      }
    } else if (is_infinite(text)) {
      infinite = code;
    } else if (!parse_number(text)) {
      others = true;
    }
  }
  if (infinite && !others) {
    refuse(column, *infinite,
           "is not a finite number; clean the column, or drop it with --columns");
  }
}

namespace {

bool named_as_id(std::string name) {
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const char* word : {"id", "key", "nr", "no", "number", "ssn", "index"}) {
    if (name == word || name.ends_with(std::string("_") + word) ||
        name.ends_with(std::string(" ") + word)) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool is_identifier(const Column& column) {
  constexpr std::size_t kFewest = 10;
  const std::size_t missing = column.dictionary.missing_count();
  std::vector<bool> seen(column.dictionary.size(), false);
  std::size_t rows = 0;
  for (const ValueId code : column.codes) {
    if (code < missing) continue;
    if (seen[code]) return false;
    seen[code] = true;
    ++rows;
  }
  if (rows < kFewest) return false;
  if (column.type() == ColumnType::Text) return true;
  const std::vector<mining::ClassLabel> no_class(column.codes.size(), mining::kNoClass);
  const Domain domain = active_domain(column, no_class);
  const Grid grid = grid_of(domain, column);
  return grid.decimals == 0 && (grid.width <= 2 * domain.size() || named_as_id(column.name));
}

}  // namespace privet::custody
