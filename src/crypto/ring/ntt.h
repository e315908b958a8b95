// SPDX-License-Identifier: Apache-2.0
// The number-theoretic transform: products in Z_q[X]/(X^n + 1) become products of n numbers.
// Reference: Longa, Naehrig, "Speeding up the number theoretic transform for faster ideal
// lattice-based cryptography" (CANS 2016), algorithms 1 and 2; butterflies as in Harvey (2014).
// Idea: values at the odd powers of a 2n-th root of 1, which are the roots of X^n + 1; the powers
// lie in bit-reversed order, so that nothing is sorted. Cost: n/2 log2(n) products with known
// factors. Security: constant time. Threads: a transform may be used by many threads at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "crypto/ring/modulus.h"

namespace privet::crypto::ring {

class Ntt {
 public:
  // n = 2^log_degree. Requires a prime that is 1 modulo 2n.
  Ntt(Modulus modulus, unsigned log_degree);

  [[nodiscard]] const Modulus& modulus() const noexcept { return modulus_; }
  [[nodiscard]] std::size_t degree() const noexcept { return forward_.size(); }

  // Coefficients to values, in place. Takes and leaves numbers below four times the prime.
  void forward(std::span<std::uint64_t> numbers) const noexcept;
  // Values to 2^64 times the coefficients, in place and below the prime: so the inverse of
  // Modulus::product of two transforms is the product. Takes numbers below twice the prime.
  void inverse(std::span<std::uint64_t> numbers) const noexcept;

 private:
  Modulus modulus_;
  std::vector<Factor> forward_;
  std::vector<Factor> inverse_;
  Factor scale_;  // 2^64 / n
};

}  // namespace privet::crypto::ring
