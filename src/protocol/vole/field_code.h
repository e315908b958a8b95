// SPDX-License-Identifier: Apache-2.0
// A public random linear code over GF(2^64) in which every row has ten entries: the matrix of the
// LPN assumption that vole/vole.h rests on.
// Idea: as ot/local_code.h, but the entries are elements of the field, not 1. With entries 0 and 1
// every linear map from the field to bits would turn samples into samples of LPN over bits with
// half of the noise, for 2^64 maps at once ("Interleaved Prange", PQCrypto 2022), and 2^39 would be
// the estimate instead of 2^142 (bench/estimate). One number of 64 bits is the entry and, by its
// upper half, chooses the column; its lower 32 bits have nothing to do with the column. Reference:
// Boyle, Couteau, Gilboa, Ishai, "Compressing vector OLE" (CCS 2018), for LPN over large fields
// with sparse codes. Cost: 5 AES blocks, ten scattered reads and as many multiplications a row and
// value. Security: places and entries are public; values meet no branch and no address. Threads:
// may be used by many at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "crypto/aes.h"

namespace privet::protocol {

class FieldCode {
 public:
  static constexpr std::size_t kOnes = 10;

  // Requires 0 < columns < 2^32.
  FieldCode(crypto::Block public_seed, std::size_t columns);

  // Adds to rows[i] the columns of row first_row + i, each times its entry. A block is a pair of
  // elements. Requires as many values as columns.
  void add(std::uint64_t first_row, std::span<const crypto::Block> values,
           std::span<crypto::Block> rows) const;
  // The same for pairs and single elements at once. Requires as many of these as of those.
  void add(std::uint64_t first_row, std::span<const crypto::Block> values,
           std::span<crypto::Block> rows, std::span<const std::uint64_t> singles,
           std::span<std::uint64_t> single_rows) const;

 private:
  crypto::Aes entries_;
  std::uint64_t columns_;
};

}  // namespace privet::protocol
