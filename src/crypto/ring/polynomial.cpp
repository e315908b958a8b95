// SPDX-License-Identifier: Apache-2.0
#include "crypto/ring/polynomial.h"

#include <algorithm>

namespace privet::crypto::ring {

bool well_formed(const Polynomial& polynomial) noexcept {
  std::uint64_t outside = 0;
  for (std::size_t p = 0; p < kPrimes; ++p) {
    const auto prime = kModuli[p].prime();
    for (const auto number : polynomial.modulo(p)) outside |= number >= prime ? 1U : 0U;
  }
  return outside == 0;
}

void expand(Prg& seeded, Polynomial& out) {
  constexpr std::uint64_t kMask = (std::uint64_t{1} << 62U) - 1;
  seeded.fill(std::as_writable_bytes(out.words()));
  for (std::size_t p = 0; p < kPrimes; ++p) {
    for (auto& number : out.modulo(p)) {
      number &= kMask;
      // Once in 2^42 numbers: the primes are that close to 2^62.
      while (number >= kModuli[p].prime()) {
        seeded.fill(std::as_writable_bytes(std::span(&number, 1)));
        number &= kMask;
      }
    }
  }
}

Transforms::Transforms()
    : transforms_{Ntt(kModuli[0], kLogDegree), Ntt(kModuli[1], kLogDegree),
                  Ntt(kModuli[2], kLogDegree)} {}

void Transforms::forward(Polynomial& polynomial) const noexcept {
  for (std::size_t p = 0; p < kPrimes; ++p) transforms_[p].forward(polynomial.modulo(p));
}

void Transforms::inverse(Polynomial& polynomial) const noexcept {
  for (std::size_t p = 0; p < kPrimes; ++p) transforms_[p].inverse(polynomial.modulo(p));
}

}  // namespace privet::crypto::ring
