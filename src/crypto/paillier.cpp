// SPDX-License-Identifier: Apache-2.0
#include "crypto/paillier.h"

#include <atomic>
#include <string>
#include <utility>

#include "base/error.h"
#include "crypto/natural_internal.h"
#include "crypto/secret_words_internal.h"

namespace privet::crypto {
namespace {

constexpr int kPrimalityRounds = 32;
constexpr std::size_t kShortestInTests = 1024;

std::atomic<int>& short_keys_alive() {
  static std::atomic<int> alive{0};
  return alive;
}

std::size_t shortest_modulus() {
  return short_keys_alive() > 0 ? kShortestInTests : kShortestModulus;
}

std::size_t words_for(std::size_t bits) {
  return (bits + 63) / 64;
}

SecretWords product_modulo(const SecretWords& a, const SecretWords& b, const Natural& modulus) {
  return remainder(product(a, b), modulus);
}

// The inverse, which exists for every number the callers pass.
Natural inverse(const Natural& value, const Natural& modulus) {
  Natural out;
  PRIVET_CHECK(mpz_invert(z(out), z(value), z(modulus)) != 0);
  return out;
}

// A random unit modulo n: a uniform number shares a factor with n with negligible probability, and
// 64 more bits make the remainder uniform except for 2^-64.
SecretWords random_unit(const Natural& n, Randomness& randomness) {
  SecretWords words(n.bits() / 64 + 2);
  randomness.fill(std::as_writable_bytes(std::span(words.data(), words.size())));
  return remainder(words, n);
}

SecretWords one() {
  return SecretWords(Natural(1));
}

// 1 + m n modulo n^2, or modulo a factor of that. The message takes as many words as n.
SecretWords with_message(const Natural& message, const Natural& n, const Natural& n_squared) {
  const SecretWords words(message, words_for(n.bits()));
  return remainder(sum(product(words, SecretWords(n)), one()), n_squared);
}

// L(x) = (x - 1) / prime.
SecretWords l_of(const SecretWords& x, const Natural& prime) {
  return quotient(difference(x, one()), prime);
}

SecretWords less_one(const Natural& value) {
  return difference(SecretWords(value), one());
}

// The number that is `a` modulo `first` and `b` modulo `second`; `inverse` is that of first modulo
// second.
SecretWords combine(const SecretWords& a, const Natural& first, const SecretWords& b,
                    const Natural& second, const Natural& inverse_of_first) {
  const auto apart = difference(sum(b, SecretWords(second)), remainder(a, second));
  const auto factor = product_modulo(apart, SecretWords(inverse_of_first), second);
  return sum(product(factor, SecretWords(first)), a);
}

Natural random_prime(std::size_t bits, Randomness& randomness) {
  for (;;) {
    auto candidate = Natural::random_bits(bits, randomness);
    // The two highest bits make the product of two such primes exactly twice as long.
    mpz_setbit(z(candidate), bits - 1);
    mpz_setbit(z(candidate), bits - 2);
    mpz_setbit(z(candidate), 0);
    if (mpz_probab_prime_p(z(candidate), kPrimalityRounds) != 0) return candidate;
  }
}

}  // namespace

ShortKeys::ShortKeys() {
  ++short_keys_alive();
}
ShortKeys::~ShortKeys() {
  --short_keys_alive();
}

PaillierPublicKey::PaillierPublicKey(Natural modulus) : n_(std::move(modulus)) {
  if (n_.bits() < shortest_modulus() || mpz_odd_p(z(n_)) == 0) {
    throw Error(ErrorCode::Peer,
                "the other party sent its key: expected an odd modulus of at least " +
                    std::to_string(shortest_modulus()) + " bits, got another");
  }
  mpz_mul(z(n_squared_), z(n_), z(n_));
}

Natural PaillierPublicKey::encrypt(const Natural& message, Randomness& randomness) const {
  require_below(message, n_);
  const auto mask = power(random_unit(n_, randomness), SecretWords(n_), n_squared_);
  return product_modulo(with_message(message, n_, n_squared_), mask, n_squared_).to_natural();
}

Natural PaillierPublicKey::hide(const Natural& ciphertext, Randomness& randomness) const {
  const auto mask = power(random_unit(n_, randomness), SecretWords(n_), n_squared_);
  return product_modulo(SecretWords(ciphertext), mask, n_squared_).to_natural();
}

Natural PaillierPublicKey::add(const Natural& a, const Natural& b) const {
  return product_modulo(SecretWords(a), SecretWords(b), n_squared_).to_natural();
}

Natural PaillierPublicKey::times(const Natural& ciphertext, const Natural& factor,
                                 std::size_t bits) const {
  const SecretWords exponent(factor, words_for(bits));
  return power(SecretWords(ciphertext), exponent, n_squared_).to_natural();
}

Natural PaillierPublicKey::negated(const Natural& ciphertext) const {
  return inverse(ciphertext, n_squared_);
}

Natural PaillierPublicKey::decode(std::span<const std::byte> bytes) const {
  auto out = Natural::from_bytes(bytes);
  Natural divisor;
  mpz_gcd(z(divisor), z(out), z(n_));
  if (mpz_cmp(z(out), z(n_squared_)) >= 0 || mpz_cmp_ui(z(divisor), 1) != 0) {
    throw Error(ErrorCode::Peer,
                "the other party sent a ciphertext: expected a unit below the modulus squared, got "
                "another number");
  }
  return out;
}

PaillierSecretKey::Half PaillierSecretKey::make_half(const Natural& prime, const Natural& modulus) {
  Half half{prime, Natural(), Natural()};
  mpz_mul(z(half.square), z(prime), z(prime));
  Natural generator = modulus;
  mpz_add_ui(z(generator), z(generator), 1);
  mpz_mod(z(generator), z(generator), z(half.square));
  const auto raised = power(SecretWords(generator), less_one(prime), half.square);
  half.inverse = inverse(l_of(raised, prime).to_natural(), prime);
  return half;
}

PaillierSecretKey::PaillierSecretKey(Half p, Half q, PaillierPublicKey public_key)
    : p_(std::move(p)),
      q_(std::move(q)),
      p_inverse_(inverse(p_.prime, q_.prime)),
      p_square_inverse_(inverse(p_.square, q_.square)),
      public_key_(std::move(public_key)) {}

PaillierSecretKey PaillierSecretKey::generate(std::size_t bits, Randomness& randomness) {
  if (bits < shortest_modulus() || bits % 2 != 0) {
    throw Error(ErrorCode::Usage, "a Paillier key has an even number of bits, at least " +
                                      std::to_string(shortest_modulus()) + ", not " +
                                      std::to_string(bits));
  }
  const auto p = random_prime(bits / 2, randomness);
  auto q = random_prime(bits / 2, randomness);
  while (mpz_cmp(z(p), z(q)) == 0) q = random_prime(bits / 2, randomness);
  Natural n;
  mpz_mul(z(n), z(p), z(q));
  return {make_half(p, n), make_half(q, n), PaillierPublicKey(n)};
}

Natural PaillierSecretKey::decrypt(const Natural& ciphertext) const {
  const auto residue = [&](const Half& half) {
    const auto reduced = remainder(SecretWords(ciphertext), half.square);
    const auto raised = power(reduced, less_one(half.prime), half.square);
    return product_modulo(l_of(raised, half.prime), SecretWords(half.inverse), half.prime);
  };
  return combine(residue(p_), p_.prime, residue(q_), q_.prime, p_inverse_).to_natural();
}

Natural PaillierSecretKey::encrypt(const Natural& message, Randomness& randomness) const {
  const auto& n = public_key_.modulus();
  require_below(message, n);
  const auto r = random_unit(n, randomness);
  const auto residue = [&](const Half& half) {
    const auto mask = power(remainder(r, half.square), SecretWords(n), half.square);
    return product_modulo(mask, with_message(message, n, half.square), half.square);
  };
  return combine(residue(p_), p_.square, residue(q_), q_.square, p_square_inverse_).to_natural();
}

Natural pack_slots(std::span<const std::uint64_t> values, std::size_t slot_bits) {
  Natural out;
  for (std::size_t j = 0; j < values.size(); ++j) out.add_shifted(values[j], j * slot_bits);
  return out;
}

}  // namespace privet::crypto
