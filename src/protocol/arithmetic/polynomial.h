// SPDX-License-Identifier: Apache-2.0
// Oblivious polynomial evaluation in a setting: one party has polynomials, the other a point for
// each, and the values stay shared between them, modulo 2^64. Where the values are disclosed to one
// of them: protocol/arithmetic/tell_polynomial.h. Reference, idea, cost, security:
// protocol/arithmetic/polynomial_internal.h. Adversary: semi-honest. Discloses: nothing. Threads:
// one at a time.
#pragma once

#include <cstdint>
#include <span>

#include "protocol/setting.h"
#include "protocol/shared.h"

namespace privet::protocol {

// coefficients[i * lanes + lane] is that of the i-th power, i from 0 to degree. `asking`: who has
// the points.
[[nodiscard]] Shared<NumberVector> evaluate_polynomials(const Setting& setting, PartyId asking,
                                                        std::span<const std::uint64_t> coefficients,
                                                        unsigned degree);
// The other side, with its points.
[[nodiscard]] Shared<NumberVector> evaluate_at_points(const Setting& setting, PartyId holder,
                                                      std::span<const std::uint64_t> points,
                                                      unsigned degree);

}  // namespace privet::protocol
