// SPDX-License-Identifier: Apache-2.0
#include "crypto/ring/rounding.h"

namespace privet::crypto::ring {
namespace {

// The inverse of the other primes' product.
constexpr std::array<Factor, kPrimes> lifts() {
  std::array<Factor, kPrimes> out{};
  for (std::size_t p = 0; p < kPrimes; ++p) {
    std::uint64_t others = 1;
    for (std::size_t other = 0; other < kPrimes; ++other) {
      if (other == p) continue;
      others = kModuli[p].public_product(others, kModuli[other].prime() % kModuli[p].prime());
    }
    out[p] = kModuli[p].factor(kModuli[p].inverse_of(others));
  }
  return out;
}
constexpr auto kLifts = lifts();

// A step is q / 2^64, so half of one is 2^121 except for a part in 2^42.
constexpr Residues kHalfStep{kModuli[0].power(2, 121), kModuli[1].power(2, 121),
                             kModuli[2].power(2, 121)};

// floor(2^128 value / prime), bit by bit. Requires value < prime.
Wide fraction(std::uint64_t value, std::uint64_t prime) noexcept {
  Wide out = 0;
  for (int bit = 0; bit < 128; ++bit) {
    value *= 2;
    const std::uint64_t less = value - prime;
    const std::uint64_t fits = 1U - (less >> 63U);
    value = select(fits, less, value);
    out = (out << 1U) | fits;
  }
  return out;
}

// 1 if a < b. Requires b < 2^63.
constexpr std::uint64_t is_below(std::uint64_t a, std::uint64_t b) noexcept {
  return (~a & (a - b)) >> 63U;
}

}  // namespace

Rounded rounded(const Residues& number) noexcept {
  Wide sum = Wide{1} << 63U;  // half a step
  for (std::size_t p = 0; p < kPrimes; ++p) {
    const auto prime = kModuli[p].prime();
    sum += fraction(reduce_once(kModuli[p].times(number[p], kLifts[p]), prime), prime);
  }
  return {static_cast<std::uint64_t>(sum >> 64U), static_cast<std::uint64_t>(sum)};
}

void keep_from_edges(Residues& number, std::uint64_t margin) noexcept {
  const auto place = rounded(number).above_edge;
  const auto near = is_below(place, margin) | is_below(~place, margin);
  for (std::size_t p = 0; p < kPrimes; ++p) {
    number[p] = kModuli[p].sum(number[p], kHalfStep[p] & mask_of(near));
  }
}

}  // namespace privet::crypto::ring
