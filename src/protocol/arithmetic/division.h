// SPDX-License-Identifier: Apache-2.0
// Shares of quotient and remainder, from shares of dividend and divisor, by a circuit.
// Reference: circuit/arithmetic.h; the question: Vaidya (Purdue 2004), A.1.5, whose own way shows
// the divisor (protocol/arithmetic/algebraic_division.h).
// Idea: the circuit adds the shares, divides as by hand, and takes the first party's random numbers
// off. Cost for each pair of w bits: about w^2 / 2 + 9 w AND gates. Two messages for a whole batch.
// Adversary: semi-honest. Discloses: two uniform numbers per pair, to the second party, in the
// ledger. A divisor of 0 gives a quotient of all ones; nobody learns that it was 0.
// Security: that of the context. Threads: one at a time.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "circuit/arithmetic.h"
#include "protocol/piecewise.h"
#include "protocol/raw_share.h"

namespace privet::protocol {

struct DividedShares {
  Shared<NumberVector> quotients;
  Shared<NumberVector> remainders;
};

// Shares modulo 2^bits in and out.
template <class C>
[[nodiscard]] DividedShares secure_divide(C& context, const Shared<NumberVector>& dividends,
                                          const Shared<NumberVector>& divisors, unsigned bits) {
  PRIVET_CHECK(bits >= 1 && bits <= 64);
  const std::array<std::span<const std::uint64_t>, 2> inputs{protocol_only::raw(dividends),
                                                             protocol_only::raw(divisors)};
  const circuit::Ring ring{bits == 64 ? 0 : std::uint64_t{1} << bits};
  auto results = piecewise_shared(
      context, inputs, bits, ring, [](C& c, const auto& first, const auto& second) {
        const auto dividend = circuit::add(c, first[0], second[0]);
        const auto divisor = circuit::add(c, first[1], second[1]);
        auto divided = circuit::divide(c, dividend, divisor);
        return std::vector{std::move(divided.quotient), std::move(divided.remainder)};
      });
  if (results.empty()) return {};
  return {std::move(results[0]), std::move(results[1])};
}

}  // namespace privet::protocol
