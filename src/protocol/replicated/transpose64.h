// SPDX-License-Identifier: Apache-2.0
// Sixty-four numbers to sixty-four rows of bits, and back: bit j of row i becomes bit i of row j.
// Reference: Eklundh, "A fast computer method for matrix transposing" (1972).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace privet::protocol::replicated {

using Tile = std::array<std::uint64_t, 64>;

inline void transpose(Tile& tile) noexcept {
  std::uint64_t mask = 0x00000000ffffffffULL;
  for (std::size_t half = 32; half > 0; half /= 2, mask ^= mask << half) {
    for (std::size_t block = 0; block < 64; block += 2 * half) {
      for (std::size_t i = block; i < block + half; ++i) {
        const auto swapped = ((tile[i] >> half) ^ tile[i + half]) & mask;
        tile[i] ^= swapped << half;
        tile[i + half] ^= swapped;
      }
    }
  }
}

}  // namespace privet::protocol::replicated
