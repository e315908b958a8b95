// SPDX-License-Identifier: Apache-2.0
// Numbers of any width up to 64 bits laid end to end, so that a wire carries no empty bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace privet::protocol {

[[nodiscard]] constexpr std::size_t packed_words(std::size_t count, unsigned width) {
  return (count * width + 63) / 64;
}

[[nodiscard]] constexpr std::uint64_t low_bits(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

// Requires values below 2^width and packed_words() words.
inline void pack_bits(std::span<const std::uint64_t> values, unsigned width,
                      std::span<std::uint64_t> words) {
  std::uint64_t open = 0;  // bits not yet written, `used` of them
  unsigned used = 0;
  std::size_t at = 0;
  for (const auto value : values) {
    open |= value << used;
    used += width;
    if (used >= 64) {
      words[at++] = open;
      used -= 64;
      open = used == 0 ? 0 : value >> (width - used);
    }
  }
  if (used > 0) words[at] = open;
}

inline void unpack_bits(std::span<const std::uint64_t> words, unsigned width,
                        std::span<std::uint64_t> values) {
  const std::uint64_t mask = low_bits(width);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t bit = i * width;
    const auto shift = static_cast<unsigned>(bit % 64);
    std::uint64_t value = words[bit / 64] >> shift;
    if (shift + width > 64) value |= words[bit / 64 + 1] << (64 - shift);
    values[i] = value & mask;
  }
}

}  // namespace privet::protocol
