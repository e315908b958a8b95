// SPDX-License-Identifier: Apache-2.0
// From a number modulo q to a number modulo 2^64, and how much noise that forgives.
// Idea: w / q is the sum of v_p / (prime p) over the primes, up to a whole number, v_p being w's
// remainder times a constant. Each is divided out to 128 bits; the upper 64 of the sum are w 2^64 /
// q, the lower 64 its fraction. Two numbers whose difference is a multiple of q / 2^64 except for
// noise round to that multiple's number apart, unless the fraction of one lies nearer to an edge
// than the noise reaches.
// Security: constant time.
#pragma once

#include <cstdint>

#include "crypto/ring/polynomial.h"

namespace privet::crypto::ring {

// round(2^64 w / q) modulo 2^64, and how far the number lies above the edge below it, in 2^-64.
struct Rounded {
  std::uint64_t whole;
  std::uint64_t above_edge;
};
[[nodiscard]] Rounded rounded(const Residues& number) noexcept;

// The distance from the edges, in 2^-64, that noise of at most `bound` needs, errors of the
// division included. Requires bound < 2^120.
[[nodiscard]] constexpr std::uint64_t margin_of(Wide bound) noexcept {
  // q is below 2^186 by less than one part in 2^42, so that 2^128 / q is 2^-58 and as much more.
  constexpr std::uint64_t kDivisions = 8;
  return static_cast<std::uint64_t>(bound >> 58U) + static_cast<std::uint64_t>(bound >> 99U) +
         kDivisions;
}

// Up to here a masked number's distance from uniform is 2^-40 (see keep_from_edges); if there are
// several, their margins together have to stay below it.
inline constexpr std::uint64_t kLargestMargin = std::uint64_t{1} << 23U;

// Moves a number that lies within `margin` of an edge by half a step, to where it is far from any.
// Of uniform numbers this changes 2 margin / 2^64: their distance from uniform afterwards.
void keep_from_edges(Residues& number, std::uint64_t margin) noexcept;

}  // namespace privet::crypto::ring
