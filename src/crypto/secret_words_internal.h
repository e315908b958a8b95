// SPDX-License-Identifier: Apache-2.0
// Arithmetic on secret naturals, whose time depends on their lengths in words only. Private to
// crypto/.
// Idea: words of a length that follows from the operands' lengths, with zeros above a smaller
// value, and GMP's mpn_sec functions on them. Wiped when they go; so is GMP's scratch.
#pragma once

#include <gmp.h>

#include <cstddef>

#include "crypto/natural.h"
#include "crypto/secret_vector.h"

namespace privet::crypto {

class SecretWords {
 public:
  explicit SecretWords(std::size_t size) : words_(size) {}
  // The number's words; how many it has is not hidden.
  explicit SecretWords(const Natural& number);
  SecretWords(const Natural& number, std::size_t size);

  [[nodiscard]] mp_limb_t* data() { return words_.data(); }
  [[nodiscard]] const mp_limb_t* data() const { return words_.data(); }
  [[nodiscard]] std::size_t size() const { return words_.size(); }
  [[nodiscard]] mp_size_t limbs() const { return static_cast<mp_size_t>(words_.size()); }
  // The same number with zeros above it, or without some that are there.
  [[nodiscard]] SecretWords resized(std::size_t size) const;
  // Shows how many of the highest words are zero.
  [[nodiscard]] Natural to_natural() const;

 private:
  SecretVector<mp_limb_t> words_;
};

[[nodiscard]] SecretWords product(const SecretWords& a, const SecretWords& b);
// Require a divisor above 0, which may be secret too.
[[nodiscard]] SecretWords remainder(const SecretWords& a, const Natural& divisor);
[[nodiscard]] SecretWords quotient(const SecretWords& a, const Natural& divisor);
[[nodiscard]] SecretWords sum(const SecretWords& a, const SecretWords& b);
// Requires a >= b.
[[nodiscard]] SecretWords difference(const SecretWords& a, const SecretWords& b);
// base ^ exponent. Requires an odd modulus.
[[nodiscard]] SecretWords power(const SecretWords& base, const SecretWords& exponent,
                                const Natural& modulus);
// Throws Error{Internal} unless a < bound. Only the answer shows.
void require_below(const Natural& a, const Natural& bound);

// Overwrites the stack below the caller's frame, where GMP may have worked on secrets.
void wipe_stack() noexcept;

}  // namespace privet::crypto
