// SPDX-License-Identifier: Apache-2.0
#include "crypto/ring/secret_key.h"

#include <algorithm>

#include "base/error.h"
#include "crypto/ring/sampling.h"

namespace privet::crypto::ring {
namespace {

// q modulo 2^64.
constexpr std::uint64_t kLowWord = kModuli[0].prime() * kModuli[1].prime() * kModuli[2].prime();

// 2^64 and -1 / 2^64 modulo each prime.
constexpr Factor shift_up(std::size_t p) {
  return kModuli[p].factor(kModuli[p].power(2, 64));
}
constexpr Factor minus_shift_down(std::size_t p) {
  const auto& modulus = kModuli[p];
  return modulus.factor(modulus.prime() - modulus.inverse_of(modulus.power(2, 64)));
}
constexpr std::array kShiftUp{shift_up(0), shift_up(1), shift_up(2)};
constexpr std::array kMinusShiftDown{minus_shift_down(0), minus_shift_down(1), minus_shift_down(2)};

// 1 if a + b is 2^64 or more.
constexpr std::uint64_t carry(std::uint64_t a, std::uint64_t b) noexcept {
  return ((a & b) | ((a | b) & ~(a + b))) >> 63U;
}

// What a chunk adds to the noise and the words from which the primes' remainders follow.
struct Scaled {
  SecretVector<std::uint64_t> fractions =
      SecretVector<std::uint64_t>(kDegree);  // of q x / 2^64, in 2^-64
  SecretVector<std::int8_t> errors = SecretVector<std::int8_t>(kDegree);
};

// q x / 2^64 = (q x - z) / 2^64 + z / 2^64 with z = q x modulo 2^64. The second part becomes 1 with
// just that probability, else 0.
Scaled scale(std::span<const std::uint64_t> numbers, Randomness& randomness) {
  Scaled out;
  SecretVector<std::uint64_t> coins(kDegree);
  randomness.fill_values(std::span(coins));
  fill_errors(randomness, out.errors);
  const std::span fractions(out.fractions);
  const std::span errors(out.errors);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    fractions[i] = kLowWord * numbers[i];
    errors[i] =
        static_cast<std::int8_t>(errors[i] + static_cast<int>(carry(fractions[i], coins[i])));
  }
  return out;
}

}  // namespace

SecretKey::SecretKey(const Transforms& transforms, Randomness& randomness)
    : transforms_(&transforms), s_(kDegree) {
  fill_ternary(randomness, s_);
  for (std::size_t p = 0; p < kPrimes; ++p) {
    const auto out = transform_.modulo(p);
    for (std::size_t i = 0; i < kDegree; ++i) out[i] = kModuli[p].embedded(s_[i]);
  }
  transforms.forward(transform_);
  for (std::size_t p = 0; p < kPrimes; ++p) {
    for (auto& number : transform_.modulo(p)) {
      number = reduce_once(kModuli[p].times(number, kShiftUp[p]), kModuli[p].prime());
    }
  }
}

void SecretKey::encrypt(std::span<const std::uint64_t> numbers, const Polynomial& a,
                        Randomness& randomness, Polynomial& b) const {
  PRIVET_CHECK(numbers.size() <= kDegree);
  const auto scaled = scale(numbers, randomness);
  const std::span fractions(scaled.fractions);
  const std::span errors(scaled.errors);
  for (std::size_t p = 0; p < kPrimes; ++p) {
    const auto& modulus = kModuli[p];
    const auto out = b.modulo(p);
    // Modulo the prime, (q x - z) / 2^64 is -z / 2^64. Below three times the prime.
    for (std::size_t i = 0; i < kDegree; ++i) {
      out[i] = modulus.times(fractions[i], kMinusShiftDown[p]) + modulus.embedded(errors[i]);
    }
  }
  transforms_->forward(b);
  for (std::size_t p = 0; p < kPrimes; ++p) {
    const auto& modulus = kModuli[p];
    const auto out = b.modulo(p);
    const auto public_part = a.modulo(p);
    const auto secret = transform_.modulo(p);
    for (std::size_t i = 0; i < kDegree; ++i) {
      out[i] =
          modulus.difference(modulus.reduced(out[i]), modulus.product(public_part[i], secret[i]));
    }
  }
}

Residues SecretKey::opened_highest(const Residues& b, const Polynomial& a) const noexcept {
  Residues out{};
  for (std::size_t p = 0; p < kPrimes; ++p) {
    const auto& modulus = kModuli[p];
    const auto coefficients = a.modulo(p);
    // Products of degree n - 1 do not wrap around, so their signs stay. Sums stay below 2^75.
    Wide plus = b[p];
    Wide minus = 0;
    for (std::size_t i = 0; i < kDegree; ++i) {
      const auto s = static_cast<std::uint64_t>(std::int64_t{s_[kDegree - 1 - i]});
      plus += coefficients[i] & mask_of(s & ~(s >> 63U) & 1U);
      minus += coefficients[i] & mask_of(s >> 63U);
    }
    const auto sum = modulus.difference(modulus.montgomery(plus), modulus.montgomery(minus));
    out[p] = reduce_once(modulus.times(sum, kShiftUp[p]), modulus.prime());
  }
  return out;
}

}  // namespace privet::crypto::ring
