// SPDX-License-Identifier: Apache-2.0
// Pitman's random partition with parameters alpha and theta: its most likely parameters for the
// class sizes of a sample, and how many classes of one it expects in a population.
// Idea: for a given alpha the likelihood has one best theta, found by halving; along these the
// slope in alpha is followed to where it turns.
// Reference: Pitman, "Exchangeable and partially exchangeable random partitions", Probability
// Theory and Related Fields 102 (1995); Hoshino (2001), see population_uniqueness.h.
#pragma once

#include "privacy/population_uniqueness.h"

namespace privet {

struct PitmanParameters {
  double alpha = 0;  // 0 <= alpha < 1
  double theta = 0;  // > -alpha
};

// log P(sizes) as Pitman's formula has it, except for a constant of the sizes alone.
[[nodiscard]] double pitman_likelihood(const SizeCounts& sizes, PitmanParameters at);
// Nothing where no parameters are the most likely: the likelihood grows towards an edge.
[[nodiscard]] std::optional<PitmanParameters> fit_pitman(const SizeCounts& sizes);
// The expected number of classes of one among this many people; exact, not the limit for many.
[[nodiscard]] double pitman_expected_uniques(PitmanParameters at, double people);
[[nodiscard]] UniquenessEstimate pitman_uniques(const SizeCounts& sizes, double population);

}  // namespace privet
