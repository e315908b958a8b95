// SPDX-License-Identifier: Apache-2.0
// Paillier's encryption: whoever has the public key can add what is encrypted, and multiply it by
// known numbers.
// Reference: Paillier, "Public-key cryptosystems based on composite degree residuosity classes"
// (EUROCRYPT 1999); section 7 for computing modulo p^2 and q^2 apart.
// Idea: with g = 1 + n, m is encrypted as (1 + m n) r^n modulo n^2 for a random r. The holder of
// the factors does all exponentiations modulo p^2 and q^2, at a quarter of the cost. Cost for a
// modulus of b bits: ciphertexts of 2 b bits; encryption one exponentiation by n modulo n^2,
// decryption two by b / 2 bits modulo b bits. Security: 2048 bits give about 112, and shorter keys
// are refused, also those of other parties; encryption, decryption and multiplication take a time
// that depends on the key's and agreed lengths only (crypto/secret_words_internal.h;
// tests/constant_time), key generation and negation do not.
// Semantic security, not against chosen ciphertexts. Threads: a key may be used by many threads,
// each with its own randomness.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "crypto/natural.h"

namespace privet::crypto {

inline constexpr std::size_t kShortestModulus = 2048;

// While one lives, keys from 1024 bits on are taken in this process. Tests need that, nobody else:
// only a struct of theirs (tests/support/short_keys.h) can make one.
class ShortKeys {
 public:
  ~ShortKeys();
  ShortKeys(const ShortKeys&) = delete;
  ShortKeys& operator=(const ShortKeys&) = delete;

 private:
  friend struct ShortKeysForTests;
  ShortKeys();
};

class PaillierPublicKey {
 public:
  // Throws Error{Peer} if the modulus is even or shorter than kShortestModulus.
  explicit PaillierPublicKey(Natural modulus);

  [[nodiscard]] const Natural& modulus() const { return n_; }
  // Sizes on the wire.
  [[nodiscard]] std::size_t modulus_bytes() const { return (n_.bits() + 7) / 8; }
  [[nodiscard]] std::size_t ciphertext_bytes() const { return 2 * modulus_bytes(); }

  // Requires a message below the modulus.
  [[nodiscard]] Natural encrypt(const Natural& message, Randomness& randomness) const;
  // A ciphertext of the same message that nobody can link to the given one.
  [[nodiscard]] Natural hide(const Natural& ciphertext, Randomness& randomness) const;
  [[nodiscard]] Natural add(const Natural& a, const Natural& b) const;
  // Requires 0 < factor < 2^bits. Time depends on `bits`, not on the factor.
  [[nodiscard]] Natural times(const Natural& ciphertext, const Natural& factor,
                              std::size_t bits) const;
  // The ciphertext of the negated message.
  [[nodiscard]] Natural negated(const Natural& ciphertext) const;
  // From the wire: throws Error{Peer} unless it is a unit modulo n^2.
  [[nodiscard]] Natural decode(std::span<const std::byte> bytes) const;

 private:
  Natural n_;
  Natural n_squared_;
};

class PaillierSecretKey {
 public:
  // Two primes of bits / 2 each. Throws Error{Usage} unless bits is even and at least
  // kShortestModulus.
  [[nodiscard]] static PaillierSecretKey generate(std::size_t bits, Randomness& randomness);

  [[nodiscard]] const PaillierPublicKey& public_key() const { return public_key_; }
  [[nodiscard]] Natural decrypt(const Natural& ciphertext) const;
  // As the public key's, faster.
  [[nodiscard]] Natural encrypt(const Natural& message, Randomness& randomness) const;

 private:
  // One prime and what decryption modulo its square needs.
  struct Half {
    Natural prime, square, inverse;  // inverse: of L((1+n)^(prime-1) mod square), modulo the prime
  };
  PaillierSecretKey(Half p, Half q, PaillierPublicKey public_key);
  static Half make_half(const Natural& prime, const Natural& modulus);

  Half p_;
  Half q_;
  Natural p_inverse_;         // of p modulo q
  Natural p_square_inverse_;  // of p^2 modulo q^2
  PaillierPublicKey public_key_;
};

// Several numbers in one message: number j in bits [j slot_bits, (j+1) slot_bits).
[[nodiscard]] Natural pack_slots(std::span<const std::uint64_t> values, std::size_t slot_bits);

}  // namespace privet::crypto
