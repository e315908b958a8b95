// SPDX-License-Identifier: Apache-2.0
// The ring of the lattice protocols: polynomials modulo X^8192 + 1 and modulo q, the product of
// three primes just below 2^62.
// Idea: a coefficient is kept as its remainders modulo the primes, so no number is longer than a
// word. A polynomial is either coefficients or their transform; which, its owner knows.
// Reference: Albrecht et al., "Homomorphic encryption security standard" (2018), table 1: at degree
// 8192, with ternary secrets and errors of deviation 3.2, a modulus of at most 218 bits gives 128
// bits of security. Here it has 186.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "crypto/randomness.h"
#include "crypto/ring/ntt.h"
#include "crypto/secret_vector.h"

namespace privet::crypto::ring {

inline constexpr unsigned kLogDegree = 13;
inline constexpr std::size_t kDegree = std::size_t{1} << kLogDegree;
inline constexpr std::size_t kPrimes = 3;
// The three largest below 2^62 that are 1 modulo 2 * 8192.
inline constexpr std::array<Modulus, kPrimes> kModuli{Modulus((std::uint64_t{1} << 62U) - 65'535),
                                                      Modulus((std::uint64_t{1} << 62U) - 98'303),
                                                      Modulus((std::uint64_t{1} << 62U) - 933'887)};
inline constexpr unsigned kModulusBits = 62 * kPrimes;
static_assert(kModulusBits <= 218, "the standard's bound for 128 bits of security");

// One number modulo q.
using Residues = std::array<std::uint64_t, kPrimes>;

class Polynomial {
 public:
  Polynomial() : words_(kPrimes * kDegree) {}

  // The remainders modulo one of the primes.
  [[nodiscard]] std::span<std::uint64_t> modulo(std::size_t prime) noexcept {
    return std::span(words_).subspan(prime * kDegree, kDegree);
  }
  [[nodiscard]] std::span<const std::uint64_t> modulo(std::size_t prime) const noexcept {
    return std::span(words_).subspan(prime * kDegree, kDegree);
  }
  // All of them, one prime after the other: the wire format.
  [[nodiscard]] std::span<std::uint64_t> words() noexcept { return words_; }
  [[nodiscard]] std::span<const std::uint64_t> words() const noexcept { return words_; }

 private:
  SecretVector<std::uint64_t> words_;
};

// Whether every remainder is below its prime. For public polynomials.
[[nodiscard]] bool well_formed(const Polynomial& polynomial) noexcept;

// Uniform, from a public seed. Takes a time that depends on the numbers.
void expand(Prg& seeded, Polynomial& out);

// The tables of the three transforms.
class Transforms {
 public:
  Transforms();
  // As Ntt::forward() and inverse().
  void forward(Polynomial& polynomial) const noexcept;
  void inverse(Polynomial& polynomial) const noexcept;

 private:
  std::array<Ntt, kPrimes> transforms_;
};

}  // namespace privet::crypto::ring
