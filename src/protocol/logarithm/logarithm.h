// SPDX-License-Identifier: Apache-2.0
// Shares of ln x and of x ln x, from shares of x, by a circuit alone; and of a cheap logarithm to
// base 2. The first is the default; the way of the papers is protocol/logarithm/taylor.h.
// Reference: circuit/logarithm.h; what it serves: Lindell and Pinkas (CRYPTO 2000); the cheap one:
// Ryger, Kardes, Wright (2008), section 6.
// Idea: the circuit adds the two shares of x, takes the logarithm to the wanted precision and, for
// x ln x, multiplies; the first party's random number is taken off and the second party sees the
// rest. Cost for each number: the gates of circuit/logarithm.h, w for the sum, 63 for the mask;
// with x also 2 w times the width of ln x. Two messages for a whole batch.
// Precision: ln x within 2^-fraction; x ln x within x 2^-fraction. ln 0 and 0 ln 0 are 0. The cheap
// one lies below log2 x by up to 0.1486, not 1/16 as its paper says, and x log2 x by up to x
// times that: enough for rough tables, not to choose splits or structures by.
// Adversary: semi-honest. Discloses: a uniform number a result, to the second party, in the ledger.
// Security: that of the context. Threads: one at a time.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "circuit/logarithm.h"
#include "protocol/piecewise.h"
#include "protocol/raw_share.h"

namespace privet::protocol {

using circuit::LogarithmShape;

enum class LogarithmOf { X, XLnX };

namespace detail {

// `logarithm(context, x)`, of `out_bits`, of the number shared modulo 2^bits, or x times it.
template <class C, class Logarithm>
Shared<NumberVector> shared_logarithm(C& context, const Shared<NumberVector>& shares, unsigned bits,
                                      unsigned out_bits, LogarithmOf what, Logarithm logarithm) {
  if (what == LogarithmOf::XLnX && bits + out_bits > 64) {
    throw Error(ErrorCode::Usage, "x ln x of " + std::to_string(bits) +
                                      " bits with a logarithm of " + std::to_string(out_bits) +
                                      " bits does not fit in 64 bits: take fewer bits of x, or of "
                                      "its logarithm's fraction");
  }
  const std::array<std::span<const std::uint64_t>, 1> inputs{protocol_only::raw(shares)};
  auto results =
      piecewise_shared(context, inputs, bits, {}, [&](C& c, const auto& first, const auto& second) {
        const auto x = circuit::add(c, first[0], second[0]);
        circuit::Word<C> ln = logarithm(c, x);
        if (what == LogarithmOf::X) return std::vector{std::move(ln)};
        return std::vector{circuit::multiply(c, ln, x)};
      });
  return results.empty() ? Shared<NumberVector>() : std::move(results.front());
}

}  // namespace detail

// `shares`: this party's, modulo 2^shape.bits. The two results add up, modulo 2^64, to the value
// times 2^shape.fraction.
template <class C>
[[nodiscard]] Shared<NumberVector> secure_logarithm(C& context, const Shared<NumberVector>& shares,
                                                    const LogarithmShape& shape, LogarithmOf what) {
  shape.check();
  return detail::shared_logarithm(
      context, shares, shape.bits, shape.out_bits(), what,
      [&](C& c, const auto& x) { return circuit::logarithm(c, x, shape); });
}

// The cheap one, of shares modulo 2^bits. The two results add up, modulo 2^64, to about 16 log2 x
// or 16 x log2 x.
template <class C>
[[nodiscard]] Shared<NumberVector> secure_coarse_log2(C& context,
                                                      const Shared<NumberVector>& shares,
                                                      unsigned bits, LogarithmOf what) {
  PRIVET_CHECK(bits >= 2 && bits <= 64);
  return detail::shared_logarithm(context, shares, bits, circuit::coarse_log2_bits(bits), what,
                                  [](C& c, const auto& x) { return circuit::coarse_log2(c, x); });
}

}  // namespace privet::protocol
