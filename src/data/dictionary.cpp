// SPDX-License-Identifier: Apache-2.0
#include "data/dictionary.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

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

Key make_key(ColumnType type, const ValueForm& form, std::string_view text, bool missing) {
  double number = kNone;
  if (ordered(type) && !missing) {
    const auto parsed = form.read(text);
    PRIVET_CHECK(parsed.has_value());
    number = *parsed;
  }
  return {!missing, number, text};
}

// A value's place in the order by its first eight bytes, or by its number: an integer that compares
// as they do, so that most comparisons of a sort stay inside one cache line.
struct Place8 {
  std::uint64_t major;
  ValueId position;
};

std::uint64_t major_of(std::string_view text) {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    out = (out << 8U) | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0U);
  }
  return out;
}

std::uint64_t major_of(double number) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;
  const auto bits = std::bit_cast<std::uint64_t>(number + 0.0);  // -0.0 becomes 0.0
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

struct Sorted {
  std::vector<ValueId> positions;  // of the values, in sorted order
  std::vector<double> numbers;     // by position; empty for text
};

Sorted sort_values(ColumnType type, const ValueForm& form,
                   const std::vector<std::string_view>& values, const std::vector<bool>& missing) {
  PRIVET_CHECK(values.size() == missing.size());
  Sorted out;
  const bool numeric = ordered(type);
  if (numeric) out.numbers.assign(values.size(), kNone);
  std::vector<Place8> present;
  present.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto position = static_cast<ValueId>(i);
    if (missing[i]) {
      out.positions.push_back(position);
      continue;
    }
    const Key key = make_key(type, form, values[i], false);
    if (numeric) out.numbers[i] = key.number;
    present.push_back({numeric ? major_of(key.number) : major_of(key.text), position});
  }
  std::sort(out.positions.begin(), out.positions.end(),
            [&](ValueId a, ValueId b) { return values[a] < values[b]; });
  std::sort(present.begin(), present.end(), [&](const Place8& a, const Place8& b) {
    if (a.major != b.major) return a.major < b.major;
    const double number = numeric ? 0.0 : kNone;
    return Key{true, number, values[a.position]} < Key{true, number, values[b.position]};
  });
  out.positions.reserve(values.size());
  for (const auto& place : present) out.positions.push_back(place.position);
  return out;
}

}  // namespace

Dictionary::Dictionary(ColumnType type, const std::vector<std::string_view>& values,
                       const std::vector<bool>& missing, std::vector<ValueId>* codes,
                       const ValueForm& form)
    : type_(type), form_(form) {
  std::size_t bytes = 0;
  for (const auto& value : values) bytes += value.size();
  arena_.reserve(bytes);
  ends_.reserve(values.size());
  if (ordered(type)) numbers_.reserve(values.size());
  if (codes != nullptr) codes->resize(values.size());
  const Sorted sorted = sort_values(type, form, values, missing);
  for (const ValueId position : sorted.positions) {
    if (codes != nullptr) (*codes)[position] = static_cast<ValueId>(ends_.size());
    arena_ += values[position];
    ends_.push_back(arena_.size());
    if (missing[position]) ++missing_count_;
    if (ordered(type)) numbers_.push_back(sorted.numbers[position]);
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
  if (ordered(type_)) {
    const auto parsed = form_.read(text);
    if (!parsed) return std::nullopt;
    number = *parsed;
  }
  return search(missing_count_, size(), {true, number, text});
}

}  // namespace privet
