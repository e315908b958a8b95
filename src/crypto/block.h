// SPDX-License-Identifier: Apache-2.0
// Block: 128 bits, the unit of AES, wire labels and oblivious transfer.
// There is no operator==, operator bool or printing: a block is usually a secret. Tests compare
// halves; protocols compare through crypto/constant_time.h.
#pragma once

#include <cstdint>

namespace privet::crypto {

struct alignas(16) Block {
  std::uint64_t low;  // left unset by default, as an integer is, so that large arrays cost nothing
  std::uint64_t high;

  friend constexpr Block operator^(Block a, Block b) noexcept {
    return {a.low ^ b.low, a.high ^ b.high};
  }
  friend constexpr Block operator&(Block a, Block b) noexcept {
    return {a.low & b.low, a.high & b.high};
  }
  constexpr Block& operator^=(Block other) noexcept { return *this = *this ^ other; }

  // The lowest bit, which garbling uses as the permutation bit.
  [[nodiscard]] constexpr std::uint64_t lowest() const noexcept { return low & 1U; }
};

// `block` if bit is 1, zero if it is 0; without a branch. Requires bit <= 1.
[[nodiscard]] constexpr Block when(std::uint64_t bit, Block block) noexcept {
  const std::uint64_t mask = std::uint64_t{0} - bit;
  return {block.low & mask, block.high & mask};
}

}  // namespace privet::crypto
