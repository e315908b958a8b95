// SPDX-License-Identifier: Apache-2.0
// A set of columns as bits, for searches that compare very many sets.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace privet::quasi {

class ColumnSet {
 public:
  static constexpr std::size_t kLimit = 256;  // columns 0 to kLimit - 1

  ColumnSet() = default;
  // The columns 0 to count - 1.
  [[nodiscard]] static ColumnSet first(std::size_t count) {
    ColumnSet out;
    for (std::size_t i = 0; i < count; ++i) out.insert(i);
    return out;
  }

  [[nodiscard]] bool contains(std::size_t column) const {
    return (words_[column / 64] >> (column % 64) & 1U) != 0;
  }
  void insert(std::size_t column) { words_[column / 64] |= std::uint64_t{1} << (column % 64); }
  void erase(std::size_t column) { words_[column / 64] &= ~(std::uint64_t{1} << (column % 64)); }

  [[nodiscard]] bool empty() const { return (words_[0] | words_[1] | words_[2] | words_[3]) == 0; }
  [[nodiscard]] std::size_t size() const {
    std::size_t out = 0;
    for (const auto word : words_) out += static_cast<std::size_t>(std::popcount(word));
    return out;
  }
  [[nodiscard]] bool subset_of(const ColumnSet& other) const {
    std::uint64_t outside = 0;
    for (std::size_t i = 0; i < kWords; ++i) outside |= words_[i] & ~other.words_[i];
    return outside == 0;
  }
  [[nodiscard]] ColumnSet minus(const ColumnSet& other) const {
    ColumnSet out;
    for (std::size_t i = 0; i < kWords; ++i) out.words_[i] = words_[i] & ~other.words_[i];
    return out;
  }
  [[nodiscard]] ColumnSet meet(const ColumnSet& other) const {
    ColumnSet out;
    for (std::size_t i = 0; i < kWords; ++i) out.words_[i] = words_[i] & other.words_[i];
    return out;
  }
  // Ascending.
  [[nodiscard]] std::vector<std::size_t> columns() const {
    std::vector<std::size_t> out;
    for_each([&](std::size_t column) { out.push_back(column); });
    return out;
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < kWords; ++i) {
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1) {
        visit(64 * i + static_cast<std::size_t>(std::countr_zero(word)));
      }
    }
  }

  auto operator<=>(const ColumnSet&) const = default;

 private:
  static constexpr std::size_t kWords = kLimit / 64;
  std::array<std::uint64_t, kWords> words_{};
};

struct ColumnSetHash {
  std::size_t operator()(const ColumnSet& set) const {
    std::uint64_t hash = 0;
    set.for_each([&](std::size_t column) { hash = (hash ^ (column + 1)) * 0x9e3779b97f4a7c15U; });
    return hash ^ (hash >> 32U);
  }
};

}  // namespace privet::quasi
