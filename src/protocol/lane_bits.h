// SPDX-License-Identifier: Apache-2.0
// Numbers, one per lane, and their bits in the order of circuit::Word (bit-major), packed 128 to a
// block for oblivious transfer or 64 to a word for the wire.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "base/error.h"
#include "crypto/bit_vector.h"

namespace privet::protocol {

// One byte (0 or 1) for each bit.
[[nodiscard]] inline std::vector<std::uint8_t> spread_bits(std::span<const std::uint64_t> values,
                                                           std::size_t bits) {
  PRIVET_CHECK(bits <= 64);
  std::vector<std::uint8_t> out(bits * values.size());
  for (std::size_t i = 0; i < bits; ++i) {
    for (std::size_t lane = 0; lane < values.size(); ++lane) {
      out[i * values.size() + lane] = static_cast<std::uint8_t>((values[lane] >> i) & 1U);
    }
  }
  return out;
}

[[nodiscard]] inline std::vector<std::uint64_t> gather_bits(std::span<const std::uint8_t> bits,
                                                            std::size_t lanes) {
  PRIVET_CHECK(lanes == 0 || bits.size() <= 64 * lanes);
  std::vector<std::uint64_t> out(lanes);
  for (std::size_t i = 0; lanes > 0 && i < bits.size() / lanes; ++i) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      out[lane] |= std::uint64_t{bits[i * lanes + lane]} << i;
    }
  }
  return out;
}

// 64 bits to a word, the first in the lowest bit.
[[nodiscard]] inline std::vector<std::uint64_t> pack(std::span<const std::uint8_t> bits) {
  std::vector<std::uint64_t> out(crypto::words_for(bits.size()));
  const auto whole = bits.size() / 8;
  for (std::size_t i = 0; i < whole; ++i) {
    // The product moves the lowest bits of eight bytes next to each other, into the highest byte.
    std::uint64_t eight = 0;
    std::memcpy(&eight, bits.data() + 8 * i, 8);
    out[i / 8] |= ((eight * 0x0102040810204080ULL) >> 56U) << (8 * (i % 8));
  }
  for (auto i = 8 * whole; i < bits.size(); ++i) {
    crypto::put_bit(out, i, bits[i]);
  }
  return out;
}

// The reverse: fills `bits` with 0 and 1.
inline void unpack(std::span<const std::uint64_t> words, std::span<std::uint8_t> bits) {
  const auto whole = bits.size() / 8;
  for (std::size_t i = 0; i < whole; ++i) {
    // Eight copies of the byte, of which byte j keeps bit j, brought down to its lowest place.
    const std::uint64_t byte = (words[i / 8] >> (8 * (i % 8))) & 0xffU;
    const std::uint64_t kept = (byte * 0x0101010101010101ULL) & 0x8040201008040201ULL;
    const std::uint64_t eight = ((kept + 0x7f7f7f7f7f7f7f7fULL) >> 7U) & 0x0101010101010101ULL;
    std::memcpy(bits.data() + 8 * i, &eight, 8);
  }
  for (auto i = 8 * whole; i < bits.size(); ++i) {
    bits[i] = static_cast<std::uint8_t>(crypto::BitView(words)[i]);
  }
}

}  // namespace privet::protocol
