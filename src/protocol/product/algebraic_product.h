// SPDX-License-Identifier: Apache-2.0
// The scalar product of two private vectors by linear algebra. Weak: see below. For comparison with
// the thesis only; protocol/product/scalar_product.h is the one to use.
// Reference: Vaidya, "Privacy preserving data mining over vertically partitioned data" (Purdue
// 2004), section 4.3; Vaidya and Clifton (KDD 2002).
// Idea: A sends X + C R for a public square matrix C and its random vector R. B returns that times
// Y, and C^T Y with r random numbers added, one to each of r groups of entries. A takes R times
// those off, and tells the sums of R over the groups, from which B computes the result. All modulo
// the prime 2^61 - 1. Cost: n^2 multiplications at each side; 8 (2 n + r + 2) bytes, four messages.
// Adversary: semi-honest.
// Discloses: the product, to both. And more than the thesis says:
//   - of B's n + r unknowns A gets n equations. Within a group the random number cancels, so n - r
//     equations in the n entries of Y alone remain. If they are bits, A tries 2^r cases and has all
//     of Y. (The thesis counts unknowns, and forgets that entries come from a small set.)
//   - the r sums give B r equations in X alone; if X is short bits they determine it too.
// Security: none to speak of, hence AllowWeak.
// Threads: one at a time.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "protocol/arithmetic/modular.h"
#include "protocol/setting.h"
#include "protocol/weak.h"

namespace privet::protocol {

inline constexpr std::uint64_t kAlgebraicPrime = kPrime61;

struct AlgebraicShape {
  std::size_t entries = 0;
  std::size_t groups = 1;         // r; divides entries
  std::uint64_t matrix_seed = 0;  // public: makes C
};

// Entry (row, column) of C for every row of one column.
[[nodiscard]] std::vector<std::uint64_t> algebraic_column(const AlgebraicShape& shape,
                                                          std::size_t column);

// What this many calls disclose to A and B, each with entries - groups `equations`.
[[nodiscard]] Forecast algebraic_forecast(std::array<PartyId, 2> a_and_b, const Bound& calls,
                                          const Bound& equations, std::uint64_t groups,
                                          Occurs occurs);

// The product modulo the prime, at both sides. Throw Error{Usage} without AllowWeak::Yes, or if the
// groups do not divide the entries.
[[nodiscard]] std::uint64_t algebraic_product_a(const Setting& setting, PartyId b,
                                                std::span<const std::uint64_t> x,
                                                const AlgebraicShape& shape, AllowWeak allow);
[[nodiscard]] std::uint64_t algebraic_product_b(const Setting& setting, PartyId a,
                                                std::span<const std::uint64_t> y,
                                                const AlgebraicShape& shape, AllowWeak allow);

}  // namespace privet::protocol
