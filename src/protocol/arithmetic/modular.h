// SPDX-License-Identifier: Apache-2.0
// Arithmetic modulo the prime 2^61 - 1.
#pragma once

#include <cstdint>

namespace privet::protocol {

inline constexpr std::uint64_t kPrime61 = (std::uint64_t{1} << 61U) - 1;

// All arguments must be below the prime.
[[nodiscard]] constexpr std::uint64_t add_modulo(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sum = a + b;
  return sum >= kPrime61 ? sum - kPrime61 : sum;
}
[[nodiscard]] constexpr std::uint64_t subtract_modulo(std::uint64_t a, std::uint64_t b) {
  return a >= b ? a - b : a + kPrime61 - b;
}
[[nodiscard]] constexpr std::uint64_t times_modulo(std::uint64_t a, std::uint64_t b) {
  __extension__ using Product = unsigned __int128;
  const Product product = Product{a} * b;
  // 2^61 is 1 modulo the prime, so the upper part is added to the lower.
  const std::uint64_t sum =
      (static_cast<std::uint64_t>(product) & kPrime61) + static_cast<std::uint64_t>(product >> 61U);
  return sum >= kPrime61 ? sum - kPrime61 : sum;
}
[[nodiscard]] constexpr std::uint64_t power_modulo(std::uint64_t base, std::uint64_t exponent) {
  std::uint64_t out = 1;
  for (; exponent != 0; exponent >>= 1U) {
    if ((exponent & 1U) != 0) out = times_modulo(out, base);
    base = times_modulo(base, base);
  }
  return out;
}
[[nodiscard]] constexpr std::uint64_t inverse_modulo(std::uint64_t value) {
  return power_modulo(value, kPrime61 - 2);
}

}  // namespace privet::protocol
