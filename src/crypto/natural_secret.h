// SPDX-License-Identifier: Apache-2.0
// Arithmetic on naturals whose time depends on their lengths in words only. Private to crypto/.
// Idea: GMP's mpn_sec functions on operands of fixed length; results are cut to their own length at
// the end, which tells how many of the highest words are zero (none, save in one of 2^64 cases).
// Their scratch memory comes from and goes back to wiping functions (natural.cpp).
#pragma once

#include "crypto/natural.h"

namespace privet::crypto {

[[nodiscard]] Natural secret_product(const Natural& a, const Natural& b);
// Require a divisor above 0, which may be secret too.
[[nodiscard]] Natural secret_remainder(const Natural& a, const Natural& divisor);
[[nodiscard]] Natural secret_quotient(const Natural& a, const Natural& divisor);
[[nodiscard]] Natural secret_sum(const Natural& a, const Natural& b);
// Requires a >= b.
[[nodiscard]] Natural secret_difference(const Natural& a, const Natural& b);
// base ^ exponent. Requires an exponent above 0 and an odd modulus.
[[nodiscard]] Natural secret_power(const Natural& base, const Natural& exponent,
                                   const Natural& modulus);
// Throws Error{Internal} unless a < bound. Only the answer shows.
void require_below(const Natural& a, const Natural& bound);

// Overwrites the stack below the caller's frame, where GMP may have worked on secrets.
void wipe_stack() noexcept;

}  // namespace privet::crypto
