// SPDX-License-Identifier: Apache-2.0
// Arithmetic modulo a prime of 62 bits, for secrets: no branch, no division, no table.
// Reference: Montgomery, "Modular multiplication without trial division" (1985), for products of
// two unknowns; Harvey, "Faster arithmetic for number-theoretic transforms" (2014), section 2, for
// products with a known factor (Shoup's trick) and for numbers kept below four times the modulus.
// Security: only factor(), power() and inverse_of() take a varying time; they are for public
// values.
#pragma once

#include <cstdint>

#include "crypto/constant_time.h"

namespace privet::crypto::ring {

__extension__ using Wide = unsigned __int128;

// A factor known beforehand, with floor(value 2^64 / modulus).
struct Factor {
  std::uint64_t value;
  std::uint64_t quotient;
};

// `a` or, if it is not below `bound`, a - bound. Requires a < 2 bound and bound < 2^63.
[[nodiscard]] constexpr std::uint64_t reduce_once(std::uint64_t a, std::uint64_t bound) noexcept {
  const std::uint64_t less = a - bound;
  return less + (bound & mask_of(less >> 63U));
}

[[nodiscard]] constexpr std::uint64_t high_half(std::uint64_t a, std::uint64_t b) noexcept {
  return static_cast<std::uint64_t>((Wide{a} * b) >> 64U);
}

class Modulus {
 public:
  // Requires a prime above 2^61 and below 2^62.
  explicit constexpr Modulus(std::uint64_t prime) noexcept : prime_(prime), inverse_(prime) {
    // Each step doubles the bits of the inverse modulo 2^64; an odd number is its own modulo 8.
    for (int i = 0; i < 5; ++i) inverse_ *= 2 - prime_ * inverse_;
  }

  [[nodiscard]] constexpr std::uint64_t prime() const noexcept { return prime_; }

  // Require arguments below the prime.
  [[nodiscard]] constexpr std::uint64_t sum(std::uint64_t a, std::uint64_t b) const noexcept {
    return reduce_once(a + b, prime_);
  }
  [[nodiscard]] constexpr std::uint64_t difference(std::uint64_t a,
                                                   std::uint64_t b) const noexcept {
    return reduce_once(a + prime_ - b, prime_);
  }
  // Below the prime, of a number below four times the prime.
  [[nodiscard]] constexpr std::uint64_t reduced(std::uint64_t lazy) const noexcept {
    return reduce_once(reduce_once(lazy, 2 * prime_), prime_);
  }
  // a * factor, below twice the prime, for any a.
  [[nodiscard]] constexpr std::uint64_t times(std::uint64_t a, Factor factor) const noexcept {
    return a * factor.value - high_half(a, factor.quotient) * prime_;
  }
  // number / 2^64, below the prime. Requires number < 2^64 prime.
  [[nodiscard]] constexpr std::uint64_t montgomery(Wide number) const noexcept {
    const auto low = static_cast<std::uint64_t>(number) * inverse_;
    const auto high = static_cast<std::uint64_t>(number >> 64U);
    return reduce_once(high + prime_ - high_half(low, prime_), prime_);
  }
  // a b / 2^64, below the prime. Requires a below the prime; b is any number.
  [[nodiscard]] constexpr std::uint64_t product(std::uint64_t a, std::uint64_t b) const noexcept {
    return montgomery(Wide{a} * b);
  }
  // A small number of either sign.
  [[nodiscard]] constexpr std::uint64_t embedded(std::int64_t small) const noexcept {
    const auto bits = static_cast<std::uint64_t>(small);
    return bits + (prime_ & mask_of(bits >> 63U));
  }

  // For public values below the prime.
  [[nodiscard]] constexpr Factor factor(std::uint64_t value) const noexcept {
    return {value, static_cast<std::uint64_t>((Wide{value} << 64U) / prime_)};
  }
  [[nodiscard]] constexpr std::uint64_t power(std::uint64_t base,
                                              std::uint64_t exponent) const noexcept {
    std::uint64_t out = 1;
    for (; exponent != 0; exponent >>= 1U) {
      if ((exponent & 1U) != 0) out = public_product(out, base);
      base = public_product(base, base);
    }
    return out;
  }
  [[nodiscard]] constexpr std::uint64_t inverse_of(std::uint64_t value) const noexcept {
    return power(value, prime_ - 2);
  }
  [[nodiscard]] constexpr std::uint64_t public_product(std::uint64_t a,
                                                       std::uint64_t b) const noexcept {
    return static_cast<std::uint64_t>(Wide{a} * b % prime_);
  }

 private:
  std::uint64_t prime_;
  std::uint64_t inverse_;  // of the prime, modulo 2^64
};

}  // namespace privet::crypto::ring
