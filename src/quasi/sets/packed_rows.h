// SPDX-License-Identifier: Apache-2.0
// The rows of a table, each as a few words with every column in its own bits, so that two rows are
// compared in many columns at once. Cost: the bits that the columns' numbers of values take, for
// each row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quasi/codes.h"

namespace privet::quasi {

class PackedRows {
 public:
  static constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;  // spreads bits when multiplied by

  explicit PackedRows(const Codes& codes);

  // The bits of a set of columns: words that hold none of them are left out.
  struct Mask {
    std::vector<std::size_t> words;
    std::vector<std::uint64_t> bits;
  };
  void mask_of(std::span<const std::size_t> columns, Mask& out) const;

  [[nodiscard]] std::size_t stride() const { return stride_; }
  // The words of a row: stride() of them.
  [[nodiscard]] const std::uint64_t* row(RowId id) const { return &words_[id * stride_]; }

  [[nodiscard]] static bool same(const std::uint64_t* a, const std::uint64_t* b, const Mask& mask) {
    std::uint64_t differ = 0;
    for (std::size_t i = 0; i < mask.words.size(); ++i) {
      differ |= (a[mask.words[i]] ^ b[mask.words[i]]) & mask.bits[i];
    }
    return differ == 0;
  }
  [[nodiscard]] static std::uint64_t hash(const std::uint64_t* row, const Mask& mask) {
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < mask.words.size(); ++i) {
      out = (out ^ (row[mask.words[i]] & mask.bits[i])) * kOdd;
      out ^= out >> 32U;
    }
    return out * kOdd;
  }

 private:
  struct Field {
    std::size_t word;
    std::uint64_t bits;
  };
  std::size_t stride_ = 0;
  std::vector<Field> fields_;
  std::vector<std::uint64_t> words_;
};

}  // namespace privet::quasi
