// SPDX-License-Identifier: Apache-2.0
#include "quasi/sets/packed_rows.h"

#include <bit>

namespace privet::quasi {

PackedRows::PackedRows(const Codes& codes) {
  std::vector<unsigned> shifts;
  unsigned used = 64;  // bits of the last word: a column does not span two
  for (std::size_t c = 0; c < codes.columns(); ++c) {
    const std::uint64_t top = codes.limit(c) == 0 ? 0 : codes.limit(c) - 1;
    const auto width = static_cast<unsigned>(std::bit_width(top));
    if (used + width > 64) {
      ++stride_;
      used = 0;
    }
    shifts.push_back(used);
    const std::uint64_t ones = width == 0 ? 0 : ~std::uint64_t{0} >> (64 - width);
    fields_.push_back({stride_ == 0 ? 0 : stride_ - 1, used == 64 ? 0 : ones << used});
    used += width;
  }
  stride_ = stride_ == 0 ? 1 : stride_;
  words_.assign(codes.rows() * stride_, 0);
  for (std::size_t c = 0; c < codes.columns(); ++c) {
    if (fields_[c].bits == 0) continue;
    const auto column = codes.column(c);
    for (std::size_t r = 0; r < codes.rows(); ++r) {
      words_[r * stride_ + fields_[c].word] |= std::uint64_t{column[r]} << shifts[c];
    }
  }
}

void PackedRows::mask_of(std::span<const std::size_t> columns, Mask& out) const {
  out.words.clear();
  out.bits.clear();
  for (std::size_t word = 0; word < stride_; ++word) {
    std::uint64_t bits = 0;
    for (const std::size_t c : columns) {
      if (fields_[c].word == word) bits |= fields_[c].bits;
    }
    if (bits == 0) continue;
    out.words.push_back(word);
    out.bits.push_back(bits);
  }
}

}  // namespace privet::quasi
