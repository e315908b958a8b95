// SPDX-License-Identifier: Apache-2.0
// Numbers of 256 bits, for sharing modulo powers of two that a machine word does not hold.
// Idea: four words, the lowest first; sums, differences and products are taken modulo 2^256, so
// that their lowest bits are those modulo any smaller power of two. Negative numbers are in two's
// complement. Cost: a product ten word products.
// Security: no branch and no address depends on a value, except in divide(), which is for public
// numbers only.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace privet::protocol {

namespace detail {
__extension__ using DoubleWord = unsigned __int128;
}

struct Wide {
  static constexpr unsigned kBits = 256;
  static constexpr std::size_t kWords = kBits / 64;

  std::array<std::uint64_t, kWords> words{};

  constexpr Wide() = default;
  explicit constexpr Wide(std::uint64_t low) : words{low} {}
  explicit constexpr Wide(const std::array<std::uint64_t, kWords>& all) : words(all) {}
  // Of a number that may be negative.
  [[nodiscard]] static constexpr Wide of_signed(std::int64_t value) {
    const auto sign = static_cast<std::uint64_t>(value >> 63);
    return Wide({static_cast<std::uint64_t>(value), sign, sign, sign});
  }
  [[nodiscard]] static constexpr Wide power_of_two(unsigned exponent) {
    Wide out;
    out.words.at(exponent / 64) = std::uint64_t{1} << (exponent % 64);
    return out;
  }

  [[nodiscard]] constexpr std::uint64_t bit(unsigned index) const {
    return (words.at(index / 64) >> (index % 64)) & 1U;
  }

  constexpr Wide& operator+=(const Wide& other) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < kWords; ++i) {
      const auto sum = detail::DoubleWord{words[i]} + other.words[i] + carry;
      words[i] = static_cast<std::uint64_t>(sum);
      carry = static_cast<std::uint64_t>(sum >> 64U);
    }
    return *this;
  }
  constexpr Wide operator~() const { return Wide({~words[0], ~words[1], ~words[2], ~words[3]}); }
  constexpr Wide operator-() const {
    Wide out = ~*this;
    return out += Wide(1);
  }
  constexpr Wide& operator-=(const Wide& other) { return *this += -other; }
  constexpr Wide& operator*=(const Wide& other) {
    Wide out;
    for (std::size_t i = 0; i < kWords; ++i) {
      std::uint64_t carry = 0;
      for (std::size_t j = 0; i + j < kWords; ++j) {
        const auto sum = detail::DoubleWord{words[i]} * other.words[j] + out.words[i + j] + carry;
        out.words[i + j] = static_cast<std::uint64_t>(sum);
        carry = static_cast<std::uint64_t>(sum >> 64U);
      }
    }
    return *this = out;
  }

  friend constexpr Wide operator+(Wide a, const Wide& b) { return a += b; }
  friend constexpr Wide operator-(Wide a, const Wide& b) { return a -= b; }
  friend constexpr Wide operator*(Wide a, const Wide& b) { return a *= b; }
  friend constexpr Wide operator<<(const Wide& a, unsigned by) {
    const auto whole = by / 64;
    const auto part = by % 64;
    Wide out;
    for (std::size_t i = whole; i < kWords; ++i) {
      out.words[i] = a.words[i - whole] << part;
      if (part != 0 && i > whole) out.words[i] |= a.words[i - whole - 1] >> (64 - part);
    }
    return out;
  }
  friend constexpr Wide operator>>(const Wide& a, unsigned by) {
    const auto whole = by / 64;
    const auto part = by % 64;
    Wide out;
    for (std::size_t i = 0; i + whole < kWords; ++i) {
      out.words[i] = a.words[i + whole] >> part;
      if (part != 0 && i + whole + 1 < kWords) {
        out.words[i] |= a.words[i + whole + 1] << (64 - part);
      }
    }
    return out;
  }
  friend constexpr bool operator==(const Wide&, const Wide&) = default;
};

// The lowest `bits` bits of a number: it modulo 2^bits.
[[nodiscard]] constexpr Wide cut(Wide x, unsigned bits) {
  for (unsigned i = 0; i < Wide::kWords; ++i) {
    const unsigned from = 64 * i;
    if (bits <= from) {
      x.words[i] = 0;
    } else if (bits < from + 64) {
      x.words[i] &= (std::uint64_t{1} << (bits - from)) - 1;
    }
  }
  return x;
}
[[nodiscard]] constexpr std::uint64_t cut(std::uint64_t x, unsigned bits) {
  return bits >= 64 ? x : x & ((std::uint64_t{1} << bits) - 1);
}

// The number modulo 2^bits that is meant by `x`: two's complement, as one of 256 bits.
[[nodiscard]] constexpr Wide sign_extended(const Wide& x, unsigned bits) {
  const auto low = cut(x, bits);
  return low - (Wide(low.bit(bits - 1)) << bits);
}

// x y / 2^256, rounded to the nearest, for numbers without sign.
[[nodiscard]] Wide high_product(const Wide& x, const Wide& y);

struct WideQuotient {
  Wide quotient;
  Wide remainder;
};
// Of public numbers without sign; the divisor below 2^255 and not zero.
[[nodiscard]] WideQuotient divide(const Wide& x, const Wide& y);

// As a floating-point number; `x` in two's complement.
[[nodiscard]] long double to_real(const Wide& x);

}  // namespace privet::protocol
