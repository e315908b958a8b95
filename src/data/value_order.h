// SPDX-License-Identifier: Apache-2.0
// Texts and numbers brought into order, many at a time.
// Idea: each value becomes an integer of 32 bits that compares as the value does; packed with its
// position into one word, the words go through a radix sort of three passes, and only values whose
// integers are equal are compared themselves. The integers spend their bits where the values
// differ: of numbers, behind the bits that all have in common; of texts, behind their common
// beginning, each byte by its rank among those seen at its place (ten digits take 3.3 bits, not 8).
// Cost: linear, about 20 ns per value; 16 bytes per value beside the input.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace privet {

// A key in the upper half, the position of a value in the lower.
using KeyedPosition = std::uint64_t;

[[nodiscard]] constexpr KeyedPosition keyed(std::uint32_t key, std::uint32_t position) {
  return (std::uint64_t{key} << 32U) | position;
}
[[nodiscard]] constexpr std::uint32_t position_of(KeyedPosition value) {
  return static_cast<std::uint32_t>(value);
}

// The same key for another position.
[[nodiscard]] constexpr KeyedPosition with_position(KeyedPosition value, std::uint32_t position) {
  return (value >> 32U << 32U) | position;
}
[[nodiscard]] constexpr bool same_key(KeyedPosition a, KeyedPosition b) {
  return a >> 32U == b >> 32U;
}

// By key; equal keys stay as they are.
void sort_by_key(std::vector<KeyedPosition>& values);

// By key, and by `less(position, position)` where keys are equal.
template <typename Less>
void sort_keyed(std::vector<KeyedPosition>& values, const Less& less) {
  sort_by_key(values);
  const auto by_value = [&](KeyedPosition a, KeyedPosition b) {
    return less(position_of(a), position_of(b));
  };
  for (std::size_t begin = 0; begin < values.size();) {
    std::size_t end = begin + 1;
    while (end < values.size() && same_key(values[end], values[begin])) ++end;
    if (end - begin > 1) {
      std::sort(values.begin() + static_cast<std::ptrdiff_t>(begin),
                values.begin() + static_cast<std::ptrdiff_t>(end), by_value);
    }
    begin = end;
  }
}

// Keys of numbers.
class NumberKeys {
 public:
  explicit NumberKeys(std::span<const double> numbers);  // no NaN counts
  [[nodiscard]] std::uint32_t key(double number) const {
    return static_cast<std::uint32_t>((ordered_bits(number) << common_) >> 32U);
  }
  // An integer that compares as the number does; -0 is 0.
  [[nodiscard]] static std::uint64_t ordered_bits(double number);

 private:
  unsigned common_ = 0;  // leading bits that all have in common
};

// Keys of texts.
class TextKeys {
 public:
  explicit TextKeys(std::span<const std::string_view> texts);
  [[nodiscard]] std::uint32_t key(std::string_view text) const;

 private:
  static constexpr std::size_t kPlaces = 16;
  static constexpr std::size_t kEnd = 256;  // index of the end of a text
  std::size_t common_ = 0;                  // bytes that all begin with
  std::size_t places_ = 0;
  std::vector<std::uint32_t> weights_;  // [place * 257 + byte]: rank times what follows
};

// The positions of the texts in order of their bytes; of equal ones in order of their positions.
// Texts of different keys differ.
[[nodiscard]] std::vector<KeyedPosition> text_order(std::span<const std::string_view> texts);

}  // namespace privet
