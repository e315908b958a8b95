// SPDX-License-Identifier: Apache-2.0
// Shares of x^2 from shares of x, modulo 2^64, lane by lane.
// Reference: Vaidya, "Privacy preserving data mining over vertically partitioned data" (Purdue
// 2004), A.1.3.
// Idea: (a + b)^2 = a^2 + 2 a b + b^2: each party squares its own share, and only 2 a b needs the
// other. The thesis evaluates the whole polynomial obliviously, although its square term is known
// to the party that holds the point. The factor 2 goes into the product: shares of a b, doubled
// afterwards, would be even, and the lowest bit of a party's result that of its input.
// Cost for each number: that of one product, protocol/arithmetic/polynomial_internal.h: 64
// transfers and about 320 bytes, four rounds for a whole batch. Adversary: semi-honest. Discloses:
// nothing; each result is uniform by itself. Security: that of protocol/ot. Threads: one at a time.
#pragma once

#include "protocol/setting.h"
#include "protocol/shared.h"

namespace privet::protocol {

// Of numbers that the two share; both call it, each with the other's name.
[[nodiscard]] Shared<NumberVector> square(const Setting& setting, PartyId other,
                                          const Shared<NumberVector>& numbers);

}  // namespace privet::protocol
