// SPDX-License-Identifier: Apache-2.0
#include "data/dictionary.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.h"

namespace privet {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// What a value is sorted by. Equal numbers written differently are ordered by length, then bytes,
// which also orders integers too long for a double.
struct Key {
  bool present;
  double number;
  std::string_view text;

  bool operator<(const Key& other) const {
    if (present != other.present) return !present;
    if (present && number != other.number && !std::isnan(number)) return number < other.number;
    if (present && !std::isnan(number) && text.size() != other.text.size()) {
      return text.size() < other.text.size();
    }
    return text < other.text;
  }
};

Key make_key(ColumnType type, std::string_view text, bool missing) {
  double number = kNone;
  if (type == ColumnType::Numeric && !missing) {
    const auto parsed = parse_number(text);
    PRIVET_CHECK(parsed.has_value());
    number = *parsed;
  }
  return {!missing, number, text};
}

// Positions of the values in sorted order.
std::vector<ValueId> sorted_positions(ColumnType type, const std::vector<std::string_view>& values,
                                      const std::vector<bool>& missing) {
  PRIVET_CHECK(values.size() == missing.size());
  std::vector<Key> keys;
  keys.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    keys.push_back(make_key(type, values[i], missing[i]));
  std::vector<ValueId> positions(values.size());
  std::iota(positions.begin(), positions.end(), ValueId{0});
  std::sort(positions.begin(), positions.end(),
            [&](ValueId a, ValueId b) { return keys[a] < keys[b]; });
  return positions;
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
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

Dictionary::Dictionary(ColumnType type, const std::vector<std::string_view>& values,
                       const std::vector<bool>& missing)
    : type_(type) {
  std::size_t bytes = 0;
  for (const auto& value : values) bytes += value.size();
  arena_.reserve(bytes);
  ends_.reserve(values.size());
  if (type == ColumnType::Numeric) numbers_.reserve(values.size());
  for (const ValueId position : sorted_positions(type, values, missing)) {
    arena_ += values[position];
    ends_.push_back(arena_.size());
    if (missing[position]) ++missing_count_;
    if (type == ColumnType::Numeric) {
      numbers_.push_back(missing[position] ? kNone : *parse_number(values[position]));
    }
  }
}

double Dictionary::number(ValueId id) const {
  return numbers_.empty() ? kNone : numbers_[id];
}

std::optional<ValueId> Dictionary::find(std::string_view text) const {
  const auto search = [&](std::size_t first, std::size_t last,
                          const Key& key) -> std::optional<ValueId> {
    while (first < last) {
      const std::size_t middle = first + (last - first) / 2;
      const auto id = static_cast<ValueId>(middle);
      if (Key{key.present, number(id), this->text(id)} < key) {
        first = middle + 1;
      } else {
        last = middle;
      }
    }
    const auto id = static_cast<ValueId>(first);
    if (first < size() && this->text(id) == text) return id;
    return std::nullopt;
  };
  if (const auto id = search(0, missing_count_, {false, kNone, text})) {
    if (*id < missing_count_) return id;
  }
  double number = kNone;
  if (type_ == ColumnType::Numeric) {
    const auto parsed = parse_number(text);
    if (!parsed) return std::nullopt;
    number = *parsed;
  }
  return search(missing_count_, size(), {true, number, text});
}

std::vector<ValueId> Dictionary::order(ColumnType type, const std::vector<std::string_view>& values,
                                       const std::vector<bool>& missing) {
  const auto positions = sorted_positions(type, values, missing);
  std::vector<ValueId> codes(values.size());
  for (std::size_t code = 0; code < positions.size(); ++code) {
    codes[positions[code]] = static_cast<ValueId>(code);
  }
  return codes;
}

}  // namespace privet
