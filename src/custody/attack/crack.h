// SPDX-License-Identifier: Apache-2.0
// How an attacker guesses original values from encoded ones.
// Idea: with a few knowledge points (an encoded value and about what it was) a curve is fitted: a
// regression line, a polyline through the points, a natural cubic spline. Without any, the encoded
// value itself is the guess. Sorting needs the extremes only: a value with r below it and s above
// lies between the least possible, min + r steps, and max - s steps. So do two attacks that are
// often better: by range, which stretches the encoded range over the original one, and by rank,
// which takes the values for evenly spaced between the extremes and the knowledge points.
// Reference: Bu et al. (2007), sections 3.3, 5.4, 6.1. Cost: linear in the values.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/sampling.h"
#include "custody/attack/attack_pair.h"

namespace privet::custody {

enum class Attack { Sorting, Rank, Range, Regression, Polyline, Spline, Combined };

inline constexpr std::string_view kAttackNames[] = {"sorting",  "rank",   "range",   "regression",
                                                    "polyline", "spline", "combined"};

struct KnowledgePoint {
  double encoded = 0;
  double guess = 0;

  bool operator==(const KnowledgePoint&) const = default;
};

// Points at random values, ascending by encoded value: `correct` within the radius of the truth,
// `wrong` more than five radii off. Fewer if the attribute has fewer values.
[[nodiscard]] std::vector<KnowledgePoint> draw_knowledge(const AttributePair& pair,
                                                         std::size_t correct, std::size_t wrong,
                                                         double radius, Sampler& sampler);

// The curve of an attack (Regression, Polyline or Spline) through the points, at each x. `points`
// and `x` ascend. One point shifts, none leaves x as it is.
[[nodiscard]] std::vector<double> fitted(Attack curve, std::span<const KnowledgePoint> points,
                                         std::span<const double> x);

// The guesses of an attack other than Sorting and Combined at each x (ascending, values or cuts of
// `pair`). `descending` turns the original's extremes round for Rank and Range.
[[nodiscard]] std::vector<double> guesses(Attack attack, const AttributePair& pair,
                                          std::span<const KnowledgePoint> points,
                                          std::span<const double> x, bool descending);

// The points of the grid that a value of this rank may have been, between known extremes.
struct GuessRange {
  double low = 0;
  double high = 0;
};
[[nodiscard]] GuessRange sorting_range(const AttributePair& pair, std::size_t rank,
                                       bool descending);
// The probability that a guess drawn from the range lies within the radius of `truth`: shares of
// grid points.
[[nodiscard]] double sorting_probability(const GuessRange& range, double truth, double radius,
                                         double step);
// The expected share cracked, the better of both directions.
struct SortingRisk {
  double risk = 0;
  bool descending = false;
};
[[nodiscard]] SortingRisk sorting_risk(const AttributePair& pair, double radius, Counting counting);

}  // namespace privet::custody
