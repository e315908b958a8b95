// SPDX-License-Identifier: Apache-2.0
// Packed bitmaps: conjunction and count in one pass.
// Idea: one bit per basket, 64 per word; the support of a set is the population count of the
// conjunction. The hardware instruction is used where the processor has it, decided at run time, so
// that the program also runs on machines without it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace privet::mining {

using Word = std::uint64_t;

[[nodiscard]] constexpr std::size_t words_for(std::size_t bits) {
  return (bits + 63) / 64;
}

[[nodiscard]] std::size_t count_bits(std::span<const Word> a);
// |a AND b|; both of the same length.
[[nodiscard]] std::size_t count_common(std::span<const Word> a, std::span<const Word> b);
// out = a AND b; returns |out|.
std::size_t intersect(std::span<const Word> a, std::span<const Word> b, std::span<Word> out);
// Is every bit of a also in b?
[[nodiscard]] bool contained(std::span<const Word> a, std::span<const Word> b);

}  // namespace privet::mining
