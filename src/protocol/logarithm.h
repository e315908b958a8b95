// SPDX-License-Identifier: Apache-2.0
// Shares of ln x and of x ln x, from shares of x, by a circuit alone. The default; the way of the
// paper is protocol/taylor_logarithm.h.
// Reference: circuit/logarithm.h; what it serves: Lindell and Pinkas (CRYPTO 2000).
// Idea: the circuit adds the two shares of x, takes the logarithm to the wanted precision and, for
// x ln x, multiplies; the first party's random number is taken off and the second party sees the
// rest. Cost for each number: the gates of circuit/logarithm.h, w for the sum, 63 for the mask;
// with x also 2 w times the width of ln x. Two messages for a whole batch.
// Precision: ln x within 2^-fraction; x ln x within x 2^-fraction. ln 0 and 0 ln 0 are 0.
// Adversary: semi-honest. Discloses: a uniform number a result, to the second party, in the ledger.
// Security: that of the context. Threads: one at a time.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/error.h"
#include "circuit/logarithm.h"
#include "protocol/piecewise.h"

namespace privet::protocol {

using circuit::LogarithmShape;

enum class LogarithmOf { X, XLnX };

// `shares`: this party's, modulo 2^shape.bits. The two results add up, modulo 2^64, to the value
// times 2^shape.fraction.
template <class C>
[[nodiscard]] std::vector<std::uint64_t> secure_logarithm(
    C& context, circuit::Side own, std::span<const std::uint64_t> shares,
    const LogarithmShape& shape, LogarithmOf what, crypto::Randomness& randomness, Ledger& ledger) {
  shape.check();
  if (what == LogarithmOf::XLnX && shape.bits + shape.out_bits() > 64) {
    throw Error(ErrorCode::Usage, "x ln x of " + std::to_string(shape.bits) + " bits with " +
                                      std::to_string(shape.fraction) +
                                      " bits of fraction does not fit in 64 bits");
  }
  auto results = piecewise_shared(context, own, std::array{shares}, shape.bits, {}, randomness,
                                  ledger, [&](C& c, const auto& first, const auto& second) {
                                    const auto x = circuit::add(c, first[0], second[0]);
                                    auto ln = circuit::logarithm(c, x, shape);
                                    if (what == LogarithmOf::X) return std::vector{std::move(ln)};
                                    return std::vector{circuit::multiply(c, ln, x)};
                                  });
  return results.empty() ? std::vector<std::uint64_t>() : std::move(results.front());
}

}  // namespace privet::protocol
