// SPDX-License-Identifier: Apache-2.0
// Shares of ln x and of x ln x from shares of x the way of the papers: a small circuit, then a
// polynomial on shares.
// Reference: Lindell and Pinkas (CRYPTO 2000); Ryger, Kardes, Wright, "On the Lindell-Pinkas secure
// computation of logarithms: from theory to practice" (2008), with its corrected scale.
// Idea: the circuit finds n and e with x = 2^n (1 + e), -1/4 <= e < 1/2, and gives shares of n and
// of 2^N e. ln(1 + e) is its Taylor series of k terms; times sigma = 2^(N k) lcm(2..k) all its
// coefficients are integers, and the two parties evaluate it on their shares of 2^N e obliviously
// (protocol/arithmetic/polynomial.h); the highest coefficient is public, so its power needs no
// product. At that scale sigma ln 2 may be rounded to an integer, so each party multiplies its
// share of n by it: no table is needed in the circuit. The older scale 2^N lcm(2..k) is wrong: the
// division by 2^(N (i - 1)) in the ring is not a division of numbers (the tests show it). Ring: 2^w
// with room for the result, and 64 bits at least (TaylorShape::ring_bits). Results are large;
// protocol/wide/scaling.h brings them to a scale of choice. Cost for each number: about N log2 N +
// 5 N + 2 w AND gates and (k - 1) w transfers; for x ln x another w gates and 2 w transfers.
// Precision: the k-th remainder at e = 1/2: 0.0112, 0.0044, 0.0018 for k = 3, 4, 5; 0.00015 for 8.
// In x ln x it is multiplied by x.
// Adversary: semi-honest. Discloses: two uniform numbers for each x, three for x ln x, to the
// second party, in the ledger. Security: that of the context and of protocol/ot. Threads: one at a
// time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "circuit/logarithm.h"
#include "protocol/arithmetic/polynomial_internal.h"
#include "protocol/circuit_end.h"
#include "protocol/logarithm/logarithm.h"
#include "protocol/raw_share.h"
#include "protocol/wide/sharing.h"

namespace privet::protocol {

struct TaylorShape {
  unsigned bits = 17;  // N: of x, and the scale of e
  unsigned terms = 3;  // k
  LogarithmOf what = LogarithmOf::X;
  unsigned spare = 0;  // more bits of the ring, for what is done with the result

  [[nodiscard]] std::uint64_t common_multiple() const;  // lcm(2..k)
  [[nodiscard]] Wide scale() const;                     // sigma
  // w. Throws Error{Usage} if there is no ring for this.
  [[nodiscard]] unsigned ring_bits() const;
};

// Coefficients of sigma ln(1 + z / 2^N) for the powers 0 to k of z.
[[nodiscard]] std::vector<Wide> taylor_coefficients(const TaylorShape& shape);
// Those of p(a + t) as a polynomial in t, for every lane's a, laid out as evaluate_polynomials()
// takes them.
[[nodiscard]] std::vector<Wide> shifted_polynomials(std::span<const Wide> coefficients,
                                                    std::span<const Wide> a);
// sigma ln 2, rounded.
[[nodiscard]] Wide scaled_ln2(const TaylorShape& shape);

// The first phase as a circuit: z = 2^N e in two's complement, as wide as the ring; n; and x itself
// if it is to be multiplied with. For x = 0 all are 0.
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
  circuit::Word<C> z(shape.ring_bits(), lanes);
  for (std::size_t i = 0; i < z.bits(); ++i) {
    std::ranges::copy(i + 1 < n_bits ? low.bit(i) : upper.bit(0), z.bit(i).begin());
  }
  // n = N - 1 - shift, and one more for a negative e.
  const auto width = static_cast<std::size_t>(std::bit_width(n_bits));
  const auto highest = circuit::constant(context, n_bits - 1, width, lanes);
  const auto floor = subtract(context, highest, resized(context, shift, width));
  const auto nearest = add(context, floor, resized(context, upper, width));
  auto n = times_bit(context, mantissa.slice(n_bits - 1, 1), nearest);
  std::vector<circuit::Word<C>> out{std::move(z), std::move(n)};
  if (shape.what == LogarithmOf::XLnX) out.push_back(x);
  return out;
}

// The second phase: sigma ln(1 + z / 2^N) from shares of z.
[[nodiscard]] std::vector<Wide> taylor_phase_two(net::Channel& channel, OtSender& transfers,
                                                 std::span<const Wide> z, const TaylorShape& shape);
[[nodiscard]] std::vector<Wide> taylor_phase_two(net::Channel& channel, OtReceiver& transfers,
                                                 std::span<const Wide> z, const TaylorShape& shape);

// `shares`: this party's, modulo 2^shape.bits. The first party must be the sender of the transfers.
// The two results add up, modulo 2^shape.ring_bits() and in two's complement, to about sigma ln x,
// or sigma x ln x; 0 for x = 0.
template <class C, class Transfers>
[[nodiscard]] Shared<std::vector<Wide>> taylor_logarithm(C& context, Transfers& transfers,
                                                         const Shared<NumberVector>& shared,
                                                         const TaylorShape& shape) {
  const auto ring = shape.ring_bits();
  const auto& shares = protocol_only::raw(shared);
  if (shares.empty()) return {};
  auto& channel = protocol_only::line_of(context.end());
  const std::vector<Wide> wide(shares.begin(), shares.end());
  const auto phase = piecewise_wide(context, std::span(wide), shape.bits, ring,
                                    [&](C& c, const auto& first, const auto& second) {
                                      const auto x = circuit::add(c, first, second);
                                      return taylor_phase_one(c, x, shape);
                                    });
  channel.flush();
  auto out = taylor_phase_two(channel, transfers, phase[0], shape);
  const auto ln2 = scaled_ln2(shape);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = cut(out[i] + ln2 * phase[1][i], ring);
  if (shape.what == LogarithmOf::XLnX) {
    out = multiply_shared(channel, transfers, phase[2], out, ring);
  }
  return Shared<std::vector<Wide>>(std::move(out));
}

}  // namespace privet::protocol
