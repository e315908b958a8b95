// SPDX-License-Identifier: Apache-2.0
// The numbers that scores of a shared naive Bayes model are counted in: twice the logarithm, as the
// thesis has it, so that no half is lost.
#pragma once

#include <cmath>
#include <cstdint>

namespace privet::federation {

inline constexpr unsigned kScoreFraction = 20;  // bits after the point
// What a value that a class never had takes off its score: more than all else together.
inline constexpr std::uint64_t kRuledOut = std::uint64_t{1} << 52U;
inline constexpr unsigned kScoreBits = 62;             // of a score, with its sign
inline constexpr std::size_t kMostBayesColumns = 256;  // of all parties
// A number farther than this from a class's mean, in deviations of the class, counts as this far.
inline constexpr double kFarthestInClass = 1024;

// Twice a logarithm as a shared number has it.
[[nodiscard]] inline std::uint64_t score_units(double twice_logarithm) {
  return static_cast<std::uint64_t>(std::llround(std::ldexp(twice_logarithm, kScoreFraction)));
}

}  // namespace privet::federation
