// SPDX-License-Identifier: Apache-2.0
// Comparison and selection whose time and memory accesses do not depend on the values, only on the
// sizes. Checked under valgrind with the secrets marked undefined (tests/constant_time).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace privet::crypto {

// Whether the two byte strings are equal. Their lengths are public.
[[nodiscard]] bool equal_constant_time(std::span<const std::byte> a,
                                       std::span<const std::byte> b) noexcept;

// The same number, of which the compiler knows nothing: it cannot turn what follows into a branch.
[[nodiscard]] constexpr std::uint64_t opaque(std::uint64_t number) noexcept {
  if (!std::is_constant_evaluated()) __asm__("" : "+r"(number));
  return number;
}

// All ones if `bit` is 1, all zeros if it is 0. Requires bit <= 1.
[[nodiscard]] constexpr std::uint64_t mask_of(std::uint64_t bit) noexcept {
  return opaque(std::uint64_t{0} - bit);
}

// `when_one` if bit is 1, else `when_zero`. Requires bit <= 1.
[[nodiscard]] constexpr std::uint64_t select(std::uint64_t bit, std::uint64_t when_one,
                                             std::uint64_t when_zero) noexcept {
  return when_zero ^ (mask_of(bit) & (when_one ^ when_zero));
}

}  // namespace privet::crypto
