// SPDX-License-Identifier: Apache-2.0
// Oblivious polynomial evaluation whose values the holder of the points learns, and nobody
// else: the form that the papers ask for. Where the values stay shared:
// protocol/arithmetic/polynomial.h. Reference: Naor and Pinkas, "Oblivious transfer and polynomial
// evaluation" (STOC 1999); Vaidya (Purdue 2004), A.1.3. Idea: shares of the values, of which the
// holder of the polynomials then sends its own: given the value and the other share, that share is
// no news. Cost: that of protocol/arithmetic/polynomial.h and 8 bytes per value. Adversary:
// semi-honest. Discloses: the values, to the holder of the points, in the ledger. Who asks for d +
// 1 points of one polynomial of degree d knows it. Security: that of protocol/ot. Threads: one at a
// time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "protocol/setting.h"

namespace privet::protocol {

// coefficients[i * lanes + lane] is that of the i-th power, i from 0 to degree, modulo 2^64.
// `asking`: who has the points.
void tell_polynomials(const Setting& setting, PartyId asking,
                      std::span<const std::uint64_t> coefficients, unsigned degree,
                      Opening opening);
// The other side: the values at its points, one per lane.
[[nodiscard]] std::vector<std::uint64_t> learn_at_points(const Setting& setting, PartyId holder,
                                                         std::span<const std::uint64_t> points,
                                                         unsigned degree, Opening opening);

}  // namespace privet::protocol
