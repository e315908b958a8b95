// SPDX-License-Identifier: Apache-2.0
// Encryption of 64-bit numbers, 8192 at a time, under a secret key from which only sums with known
// factors are ever opened.
// Reference: Fan, Vercauteren, "Somewhat practical fully homomorphic encryption" (2012), with the
// plaintext modulus t = 2^64; Lyubashevsky, Peikert, Regev, "On ideal lattices and learning with
// errors over rings" (2010).
// Idea: x is scaled to q x / t, hidden as b = -a s + e + q x / t with a public uniform a, which a
// seed gives, a ternary s and a small e. q x / t is rounded up or down at random, so that the
// rounding is one more small error of mean 0, whatever x is: the noise of sums is then a
// Gaussian's. Cost: 24 bytes per number; three transforms for 8192 numbers. Security: b hides x
// under ring-LWE (parameters: crypto/ring/polynomial.h). Keys are for one run. Constant time,
// wiped. Threads: each thread its own randomness.
#pragma once

#include <cstdint>
#include <span>

#include "crypto/ring/polynomial.h"

namespace privet::crypto::ring {

class SecretKey {
 public:
  // `transforms` must outlive this.
  SecretKey(const Transforms& transforms, Randomness& randomness);

  // The transform of b. Requires at most 8192 numbers (the others count as 0) and a well-formed
  // transform a.
  void encrypt(std::span<const std::uint64_t> numbers, const Polynomial& a, Randomness& randomness,
               Polynomial& b) const;

  // The highest coefficient of b + a s, given b's highest coefficient and a's coefficients.
  [[nodiscard]] Residues opened_highest(const Residues& b, const Polynomial& a) const noexcept;

 private:
  const Transforms* transforms_;
  SecretVector<std::int8_t> s_;
  Polynomial transform_;  // of s, times 2^64
};

}  // namespace privet::crypto::ring
