// SPDX-License-Identifier: Apache-2.0
// What the side without the key does: multiplies ciphertexts by numbers of its own, adds up, and
// hands back one masked coefficient, from which the key's owner gets its share of the scalar
// product and nothing else.
// Reference: coefficient packing as in Yasuda et al., "Secure pattern matching using somewhat
// homomorphic encryption" (CCSW 2013); the one coefficient as an LWE sample: Chillotti et al.,
// "TFHE" (2020), section 4.2.
// Idea: sum of x_i X^i times sum of y_i X^(n-1-i) has the scalar product at X^(n-1). Of the sum (b,
// a) of all chunks, only that coefficient of b is given back, with a uniform number modulo q added:
// its upper 64 bits mask the product (and are this side's share), the others drown the noise. a,
// which tells y, is hidden by u times an encryption of zero plus a fresh error: ring-LWE with u.
// Cost: three transforms and six times 8192 products a chunk; six transforms back at the end.
// Security: statistical distance 2^-40 from uniform for the coefficient, whatever b was; ring-LWE
// for the rest, if a comes from a seed. Constant time, wiped. Threads: one at a time.
#pragma once

#include <cstdint>
#include <span>

#include "crypto/ring/polynomial.h"

namespace privet::crypto::ring {

// One ciphertext, as transforms.
struct Ciphertext {
  Polynomial a;
  Polynomial b;
};

struct MaskedAnswer {
  Residues highest{};  // coefficient of b
  Polynomial a;        // coefficients
};

// The largest noise of a sum of `entries` products with numbers of `y_bits` bits: exceeded with
// probability below 2^-102.
[[nodiscard]] Wide noise_bound(std::size_t entries, unsigned y_bits) noexcept;

class MaskedSum {
 public:
  // `transforms` must outlive this.
  MaskedSum(const Transforms& transforms, const Ciphertext& zero, Randomness& randomness);

  // Adds the products with at most 8192 numbers; they count modulo 2^64. Requires well-formed
  // transforms.
  void add(const Ciphertext& chunk, std::span<const std::uint64_t> y);

  // The answer, and this side's share modulo 2^64. `margin` is margin_of(noise_bound()). To be
  // called once, at the end.
  struct Finished {
    MaskedAnswer answer;
    std::uint64_t share;
  };
  [[nodiscard]] Finished finish(std::uint64_t margin, Randomness& randomness);

 private:
  void add_product(const Ciphertext& chunk, const Polynomial& factor);

  const Transforms* transforms_;
  Ciphertext sum_;
  Polynomial factor_;
};

}  // namespace privet::crypto::ring
