// SPDX-License-Identifier: Apache-2.0
#include "data/dictionary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/error.h"
#include "data/value_order.h"

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

// The values of a kind, missing or present, and their numbers by position (none in a text column).
struct Sorted {
  std::vector<KeyedPosition> places;  // in order
  std::vector<double> numbers;
};

std::vector<std::uint32_t> positions_where(const std::vector<bool>& missing, bool wanted) {
  std::vector<std::uint32_t> out;
  if (!wanted) out.reserve(missing.size());
  for (std::size_t i = 0; i < missing.size(); ++i) {
    if (missing[i] == wanted) out.push_back(static_cast<std::uint32_t>(i));
  }
  return out;
}

std::vector<KeyedPosition> sort_texts(const std::vector<std::string_view>& values,
                                      const std::vector<std::uint32_t>& positions) {
  std::vector<std::string_view> texts(positions.size());
  std::transform(positions.begin(), positions.end(), texts.begin(),
                 [&](std::uint32_t position) { return values[position]; });
  std::vector<KeyedPosition> out = text_order(texts);
  for (KeyedPosition& place : out) place = with_position(place, positions[position_of(place)]);
  return out;
}

Sorted sort_numbers(const ValueForm& form, const std::vector<std::string_view>& values,
                    const std::vector<std::uint32_t>& positions) {
  Sorted out;
  out.numbers.assign(values.size(), kNone);
  for (const std::uint32_t position : positions) {
    const auto parsed = form.read(values[position]);
    PRIVET_CHECK(parsed.has_value());
    out.numbers[position] = *parsed;
  }
  const NumberKeys keys(out.numbers);
  out.places.reserve(positions.size());
  for (const std::uint32_t position : positions) {
    out.places.push_back(keyed(keys.key(out.numbers[position]), position));
  }
  sort_keyed(out.places, [&](std::uint32_t a, std::uint32_t b) {
    return Key{true, out.numbers[a], values[a]} < Key{true, out.numbers[b], values[b]};
  });
  return out;
}

// A dictionary that grows by values in order.
struct Building {
  Building(const std::vector<std::string_view>& all, std::vector<ValueId>* codes_to)
      : values(all), codes(codes_to) {
    std::size_t bytes = 0;
    for (const auto& value : values) bytes += value.size();
    arena.reserve(bytes);
    ends.reserve(values.size());
  }

  // The values at these places: equal ones are neighbours and become one.
  void append(const std::vector<KeyedPosition>& places,
              const std::vector<double>* number_at = nullptr) {
    constexpr std::size_t kAhead = 16;  // texts to fetch while others are copied
    std::vector<std::string_view> texts(places.size());
    std::transform(places.begin(), places.end(), texts.begin(),
                   [&](KeyedPosition place) { return values[position_of(place)]; });
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (i + kAhead < texts.size()) __builtin_prefetch(texts[i + kAhead].data());
      const std::uint32_t position = position_of(places[i]);
      if (i == 0 || !same_key(places[i], places[i - 1]) || texts[i] != texts[i - 1]) {
        arena += texts[i];
        ends.push_back(arena.size());
        if (number_at != nullptr) numbers.push_back((*number_at)[position]);
      }
      if (codes != nullptr) (*codes)[position] = static_cast<ValueId>(ends.size() - 1);
    }
  }

  const std::vector<std::string_view>& values;
  std::vector<ValueId>* codes;
  std::string arena = {};
  std::vector<std::uint64_t> ends = {};
  std::vector<double> numbers = {};
};

}  // namespace

Dictionary::Dictionary(ColumnType type, const std::vector<std::string_view>& values,
                       const std::vector<bool>& missing, std::vector<ValueId>* codes,
                       const ValueForm& form)
    : type_(type), form_(form) {
  PRIVET_CHECK(values.size() == missing.size());
  if (codes != nullptr) codes->resize(values.size());
  Building out(values, codes);
  out.append(sort_texts(values, positions_where(missing, true)));
  missing_count_ = out.ends.size();
  const auto present = positions_where(missing, false);
  if (ordered(type)) {
    const Sorted sorted = sort_numbers(form, values, present);
    out.numbers.reserve(values.size());
    out.numbers.assign(missing_count_, kNone);
    out.append(sorted.places, &sorted.numbers);
  } else {
    out.append(sort_texts(values, present));
  }
  arena_ = std::move(out.arena);
  ends_ = std::move(out.ends);
  numbers_ = std::move(out.numbers);
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
