// SPDX-License-Identifier: Apache-2.0
// What a risk set adds to Cox's partial likelihood, from shares of its sums: quotients and a
// logarithm that nobody sees.
// Idea: a risk set's sums S0, S1, S2 of weights w = exp(beta' x), times 1, x and x x', are shared:
// each party has its own rows' part. With |x| <= 1 no S1 or S2 is above S0. A circuit shifts S0 up
// to 2^60 <= 2^k S0 < 2^61 and gives 2^k; multiplied by it, S1 and S2 have as many digits. Of Y =
// 2^k S0 / 2^60, the ten bits after the leading one choose r, about 1/Y, and -ln r from a table;
// with d = r Y - 1, |d| <= 2^-11: 1/Y = r (1 - d + d^2) and ln Y = -ln r + d - d^2/2, each up to
// 2^-33.
// Precision, in units of 2^-30: a rounding is one; so d is off by 1, d^2/2 by 1, r by nothing
// (d belongs to the rounded one), ln Y by 3, 1/Y by 5, Y itself by 1 and S1 2^k by 1; a quotient
// S1/S0 or S2/S0 is off by at most 16, and a product of two by 33. With D events the gradient is
// off by at most 16 D units, the information by 49 D, the logarithms by 6 D. A coefficient is then
// off by at most sqrt(n) 16 D 2^-30 over the smallest eigenvalue of the information: 1.5e-8
// sqrt(n) over the mean variance of a column (of |x| <= 1) in the risk sets.
// That S0 has its 31 digits is checked before: no row's |beta' x| is above CoxPrecision::reach, or
// all parties learn that one is, not whose, and take a shorter step.
// Cost for n columns and D events: D normalizations of 61 bits and look-ups, and D (n^2 + 3 n + 3)
// products. Adversary, security: as the arithmetic's. Discloses: nothing.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "circuit/logarithm.h"
#include "protocol/columns/table_look_up.h"
#include "protocol/number_operations.h"

namespace privet::federation {

inline constexpr unsigned kCoxFraction = 30;       // of quotients
inline constexpr unsigned kCoxValueFraction = 40;  // of the log-likelihood

// How sums over this many rows are held.
struct CoxPrecision {
  explicit CoxPrecision(std::size_t rows)
      : reach((29 - std::log2(static_cast<double>(rows))) / (2 * std::numbers::log2e)),
        fraction(static_cast<unsigned>(60 - std::log2(static_cast<double>(rows)) -
                                       std::numbers::log2e * reach)) {}
  double reach;       // the largest |beta' x|: 2^31 <= 2^fraction S0 < 2^60 then
  unsigned fraction;  // bits after the point of S0, S1 and S2
};

namespace detail {

inline constexpr unsigned kTopBits = 10;
inline constexpr unsigned kSumBits = 61;

// r and -ln r, 31 bits each, by the bits after the leading one of Y.
[[nodiscard]] std::vector<std::uint64_t> reciprocal_table();

// The numbers `times` times over.
template <class A>
typename A::Numbers repeated(const typename A::Numbers& numbers, std::size_t times) {
  typename A::Numbers out;
  for (std::size_t i = 0; i < times; ++i) A::append(out, numbers);
  return out;
}

}  // namespace detail

// `sums`: S0 of all terms, then S1 and S2 (lower triangle, row by row), value after value, each of
// `terms`. The result, with minus signs as the likelihood has them: minus the sum of ln S0 (without
// the public 60 - fraction times ln 2 of each term), in 2^-40; minus the sums of S1/S0, in 2^-30;
// the sums of S2/S0 - S1/S0 S1'/S0.
template <class A>
[[nodiscard]] typename A::Numbers cox_numbers(A& a, const typename A::Numbers& sums,
                                              std::size_t terms, std::size_t columns) {
  using Numbers = typename A::Numbers;
  constexpr unsigned kF = kCoxFraction;
  const auto one = a.constant(std::uint64_t{1} << kF, terms);
  const auto bits = protocol::to_bits(a, A::slice(sums, 0, terms), detail::kSumBits);
  const auto normal = circuit::normalize(a.bits(), bits);
  const auto top = normal.mantissa.slice(detail::kSumBits - 1 - detail::kTopBits, detail::kTopBits);
  const auto entry = protocol::table_look_up(a, top, detail::reciprocal_table(), 62);
  std::vector<std::uint64_t> powers(64);
  for (std::size_t i = 0; i < detail::kSumBits; ++i) powers[i] = std::uint64_t{1} << i;
  const auto power_bits = protocol::table_look_up(a, normal.shift, powers, detail::kSumBits);
  const auto r = from_bits(a, entry.slice(0, 31), terms);
  const auto minus_ln_r = from_bits(a, entry.slice(31, 31), terms);
  const auto y = from_bits(a, normal.mantissa.slice(kF, detail::kSumBits - kF), terms);
  const auto shift = from_bits(a, normal.shift, terms);
  const auto power = from_bits(a, power_bits, terms);

  const auto d = a.multiply_truncated(y, r, kF) - one;
  const auto half = a.multiply_truncated(d, d, kF + 1);  // d^2 / 2
  const auto series = one - d + half * 2;
  const auto inverse = a.multiply_truncated(series, r, kF);
  // ln S0 = -shift ln 2 + ln Y + what is public.
  const auto ln2 =
      static_cast<std::uint64_t>(std::llround(std::ldexp(std::numbers::ln2, kCoxValueFraction)));
  const auto ln_y = minus_ln_r + d - half;
  const auto widened = ln_y * (std::uint64_t{1} << (kCoxValueFraction - kF));
  Numbers out = A::sums(shift * ln2 - widened, terms);

  const auto triangle = columns * (columns + 1) / 2;
  const auto values = columns + triangle;
  if (values == 0) return out;
  const auto large =
      a.multiply(A::slice(sums, terms, values * terms), detail::repeated<A>(power, values));
  const auto scaled = a.truncate(large, kF);
  const auto quotients = a.multiply_truncated(scaled, detail::repeated<A>(inverse, values), kF);
  const auto means = A::slice(quotients, 0, columns * terms);
  A::append(out, A::sums(means, terms) * ~std::uint64_t{0});  // times -1
  Numbers left;
  Numbers right;
  for (std::size_t i = 0; i < columns; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      A::append(left, A::slice(means, i * terms, terms));
      A::append(right, A::slice(means, j * terms, terms));
    }
  }
  const auto products = a.multiply_truncated(left, right, kF);
  A::append(out, A::sums(A::slice(quotients, columns * terms, triangle * terms) - products, terms));
  return out;
}

}  // namespace privet::federation
