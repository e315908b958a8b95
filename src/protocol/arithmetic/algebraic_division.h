// SPDX-License-Identifier: Apache-2.0
// Shares of a quotient by multiplying with random numbers. Weak: see below. For comparison with the
// thesis only; protocol/arithmetic/division.h is the one to use.
// Reference: Vaidya, "Privacy preserving data mining over vertically partitioned data" (Purdue
// 2004), A.1.5; after Du and Atallah.
// Idea: A and B hold shares of the dividend n and the divisor d. A draws c, r1 and r2. By scalar
// products B gets x1 = r1 (n - c d) and x2 = r2 d, and A tells x3 = r2 / r1; then x1 x3 / x2 is
// n / d - c, B's share, and c is A's. The thesis computes with reals: here n, d, r1 and r2 are
// integers, c has `fraction` bits after the point, and x3 is a floating-point number.
// Cost: three products (protocol/arithmetic/polynomial.h) and 24 bytes per quotient; six messages a
// batch. Adversary: semi-honest. Discloses: x1, x2 and x3 to B, and thereby more than the thesis
// says (it offers no proof):
//   - x3 as a continued fraction gives r2 and r1 up to a common factor, which in six of ten cases
//   is
//     1; x2 over r2 is the divisor. Two quotients by one divisor, and their greatest common
//     divisor, settle nearly all of the rest.
//   - x1 over r1 modulo the divisor is the dividend modulo the divisor: c is gone.
//   - even without x3 a divisor of 0 shows, and the size of x2 is about that of the divisor.
// Security: none to speak of, hence AllowWeak. Over a finite field, with r1 and r2 uniform, only a
// divisor of 0 would show; but the quotient there is not a quotient of numbers.
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "protocol/shared.h"
#include "protocol/weak.h"

namespace privet::protocol {

struct AlgebraicDivisionShape {
  unsigned bits = 16;         // of dividend and divisor
  unsigned fraction = 8;      // of the quotient
  unsigned random_bits = 16;  // of r1 and r2
};

// What B has to compute its shares from, one of each for every quotient.
struct AlgebraicDivisionView {
  std::vector<std::int64_t> x1;  // times 2^fraction
  std::vector<std::int64_t> x2;
  std::vector<double> x3;
};

// What this many quotients disclose of A's shares to B.
[[nodiscard]] Forecast algebraic_division_forecast(PartyId a, PartyId b, const Bound& quotients,
                                                   Occurs occurs);

// Shares modulo 2^64 in; out they add up, modulo 2^64, to the quotient times 2^fraction within 1.
// For a divisor of 0 they add up to no number in particular. Throw Error{Usage} without
// AllowWeak::Yes, or if 2 bits + fraction + random_bits is more than 62.
[[nodiscard]] Shared<NumberVector> algebraic_divide_a(const Setting& setting, PartyId b,
                                                      const Shared<NumberVector>& dividends,
                                                      const Shared<NumberVector>& divisors,
                                                      const AlgebraicDivisionShape& shape,
                                                      AllowWeak allow);
[[nodiscard]] AlgebraicDivisionView algebraic_division_view_b(const Setting& setting, PartyId a,
                                                              const Shared<NumberVector>& dividends,
                                                              const Shared<NumberVector>& divisors,
                                                              const AlgebraicDivisionShape& shape,
                                                              AllowWeak allow);
[[nodiscard]] Shared<NumberVector> algebraic_shares_b(const AlgebraicDivisionView& view);

}  // namespace privet::protocol
