// SPDX-License-Identifier: Apache-2.0
// A public random linear code in which every row sums ten of the columns: the matrix of the LPN
// assumption that ot/silent.h rests on.
// Reference: Alekhnovich, "More on average case vs approximation complexity" (FOCS 2003), for
// sparse codes; ten ones a row as in Yang et al. (CCS 2020).
// Security: rows that lie inside a few columns are what such a code gives away; bench/estimate
// counts it, and the shape in ot/silent.h has noise enough for that.
// Cost: 2.5 AES blocks and ten scattered reads a row.
// Threads: may be used by many at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "crypto/aes.h"

namespace privet::protocol {

class LocalCode {
 public:
  static constexpr std::size_t kOnes = 10;

  // Requires 0 < columns < 2^32.
  LocalCode(crypto::Block public_seed, std::size_t columns);

  // Adds (XOR) to rows[i] the ten columns of row first_row + i. Requires an even first row and an
  // even number of rows, and as many values as columns.
  void add(std::uint64_t first_row, std::span<const crypto::Block> values,
           std::span<crypto::Block> rows) const;
  void add(std::uint64_t first_row, std::span<const std::uint64_t> values,
           std::span<std::uint64_t> rows) const;

 private:
  template <class T>
  void add_columns(std::uint64_t first_row, std::span<const T> values, std::span<T> rows) const;

  crypto::Aes places_;
  std::uint64_t columns_;
};

}  // namespace privet::protocol
