// SPDX-License-Identifier: Apache-2.0
// Shares of ln x from shares of x the way of the papers: a small circuit, then a polynomial.
// Reference: Lindell and Pinkas (CRYPTO 2000); Ryger, Kardes, Wright, "On the Lindell-Pinkas secure
// computation of logarithms: from theory to practice" (2008), with its corrected scale.
// Idea: the circuit finds n and e with x = 2^n (1 + e), -1/4 <= e < 1/2, and gives shares of 2^N e
// and of n ln 2. ln(1 + e) is its Taylor series of k terms; times sigma = 2^(N k) lcm(2..k) all its
// coefficients are integers, and the two parties evaluate it on their shares of 2^N e obliviously
// (protocol/polynomial.h). The older scale 2^N lcm(2..k) is wrong: the division by 2^(N (i - 1))
// in the ring is no division of numbers (the tests show it).
// Cost for each number: about N log2 N + 6 N + 2^5 + 200 AND gates and 64 k transfers.
// Precision: the k-th remainder at e = 1/2: 0.0112, 0.0044, 0.0018 for k = 3, 4, 5.
// Adversary: semi-honest. Discloses: two uniform numbers for each x, to the second party, in the
// ledger. Security: that of the context and of protocol/ot. Threads: one at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "circuit/logarithm.h"
#include "protocol/piecewise.h"
#include "protocol/polynomial.h"

namespace privet::protocol {

struct TaylorShape {
  unsigned bits = 17;  // N: of x, and the scale of e
  unsigned terms = 3;  // k

  [[nodiscard]] std::uint64_t common_multiple() const;  // lcm(2..k)
  // sigma, as a number that a double holds exactly.
  [[nodiscard]] double scale() const;
  // Throws Error{Usage} if the results do not fit in the ring of 2^64.
  void check() const;
};

// Coefficients of sigma ln(1 + z / 2^N), modulo 2^64, for the powers 0 to k of z.
[[nodiscard]] std::vector<std::uint64_t> taylor_coefficients(const TaylorShape& shape);
// Those of p(a + t) as a polynomial in t, for every lane's a, laid out as evaluate_polynomials()
// takes them.
[[nodiscard]] std::vector<std::uint64_t> shifted_polynomials(
    std::span<const std::uint64_t> coefficients, std::span<const std::uint64_t> a);
// n sigma ln 2 for n = 0 .. bits, modulo 2^64.
[[nodiscard]] std::vector<std::uint64_t> scaled_powers(const TaylorShape& shape);

// The first phase as a circuit: z = 2^N e in two's complement, and n sigma ln 2; both of 64 bits.
// For x = 0 both are 0.
template <circuit::BooleanContext C>
[[nodiscard]] std::vector<circuit::Word<C>> taylor_phase_one(C& context, const circuit::Word<C>& x,
                                                             const TaylorShape& shape) {
  const auto n_bits = shape.bits;
  const auto lanes = x.lanes();
  const auto [mantissa, shift] = normalize(context, x);
  // With the bit below the top set, x is nearer to the next power of two: e is negative, and N bits
  // of mantissa are its two's complement. Else they are half of 1 + e.
  const auto upper = mantissa.slice(n_bits - 2, 1);
  const auto doubled =
      concatenate(circuit::constant(context, 0, 1, lanes), mantissa.slice(0, n_bits - 2));
  const auto low = choose(context, upper, mantissa.slice(0, n_bits - 1), doubled);
  circuit::Word<C> z(64, lanes);
  for (std::size_t i = 0; i < 64; ++i) {
    std::ranges::copy(i + 1 < n_bits ? low.bit(i) : upper.bit(0), z.bit(i).begin());
  }
  // Two tables of n, by the shift: for n = N - 1 - shift, and for one more.
  const auto powers = scaled_powers(shape);
  const auto entries = std::size_t{1} << shift.bits();
  std::vector<std::uint64_t> near(entries);
  std::vector<std::uint64_t> next(entries);
  for (std::size_t s = 0; s < n_bits; ++s) {
    near[s] = powers[n_bits - 1 - s];
    next[s] = powers[n_bits - s];
  }
  const auto by_next = look_up(context, shift, next, 64);
  const auto by_near = look_up(context, shift, near, 64);
  auto beta = choose(context, upper, by_next, by_near);
  beta = times_bit(context, mantissa.slice(n_bits - 1, 1), beta);
  return {std::move(z), std::move(beta)};
}

// `shares`: this party's, modulo 2^shape.bits. The first party must be the sender of the transfers.
// The two results add up, modulo 2^64, to about sigma ln x; 0 for x = 0.
template <class C, class Transfers>
[[nodiscard]] std::vector<std::uint64_t> taylor_logarithm(C& context, net::Channel& channel,
                                                          Transfers& transfers, circuit::Side own,
                                                          std::span<const std::uint64_t> shares,
                                                          const TaylorShape& shape,
                                                          crypto::Randomness& randomness,
                                                          Ledger& ledger) {
  shape.check();
  if (shares.empty()) return {};
  auto phase = piecewise_shared(context, own, std::array{shares}, shape.bits, {}, randomness,
                                ledger, [&](C& c, const auto& first, const auto& second) {
                                  const auto x = circuit::add(c, first[0], second[0]);
                                  return taylor_phase_one(c, x, shape);
                                });
  channel.flush();
  std::vector<std::uint64_t> out(shares.size());
  if constexpr (std::is_same_v<Transfers, OtSender>) {
    const auto polynomials = shifted_polynomials(taylor_coefficients(shape), phase[0]);
    evaluate_polynomials(channel, transfers, polynomials, shape.terms, out);
  } else {
    evaluate_at_points(channel, transfers, phase[0], shape.terms, out);
  }
  for (std::size_t i = 0; i < out.size(); ++i) out[i] += phase[1][i];
  return out;
}

}  // namespace privet::protocol
