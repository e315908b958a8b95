// SPDX-License-Identifier: Apache-2.0
// The small random numbers of lattice encryption.
// Idea: an error is the number of ones among 21 random bits less that among 21 others: the centred
// binomial distribution, of deviation sqrt(10.5) = 3.24 and never beyond 21. It stands for the
// rounded Gaussian of the standard, as usual: Alkim, Ducas, Poeppelmann, Schwabe, "Post-quantum key
// exchange: a new hope" (USENIX Security 2016), section 4. Sums of such errors keep a Gaussian's
// tail exactly: each bit's share is bounded (Hoeffding).
// Security: constant time, the same randomness used whatever comes out.
#pragma once

#include <cstdint>
#include <span>

#include "crypto/randomness.h"
#include "crypto/ring/polynomial.h"

namespace privet::crypto::ring {

inline constexpr unsigned kErrorBits = 21;

void fill_errors(Randomness& randomness, std::span<std::int8_t> out);
// -1, 0 and 1, equally likely except for 2^-64.
void fill_ternary(Randomness& randomness, std::span<std::int8_t> out);
// Uniform modulo q, except for 2^-62.
[[nodiscard]] Residues uniform_residues(Randomness& randomness);

}  // namespace privet::crypto::ring
