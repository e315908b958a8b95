// SPDX-License-Identifier: Apache-2.0
// What a run of Mondrian is given besides the records: which cuts are wanted, and which of them
// first.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace privet {

// How the attribute to cut is chosen: by the largest (spread * normalised spread + priority * the
// attribute's priority
// + purity * how pure the class attribute is after the cut) / (spread + priority + purity).
// Reference: Xiong and Rangachari, "Towards application-oriented data anonymization" (2008),
// section 4.3; their "information gain" is the entropy after the cut, so that less is better:
// purity is one minus its share of the maximum.
// With a site share s the score becomes (1 - s) * this / its maximum over the attributes
// + s * site entropy / its maximum: formula (3) of Jurczyk and Xiong, "Distributed anonymization"
// (2009), whose alpha is 1 - s. Halves that mix many sites can be cut again under site diversity.
struct CutScore {
  double spread = 1;
  double priority = 0;
  double purity = 0;
  double site = 0;                      // in [0,1]
  std::vector<double> priorities = {};  // one for each attribute, in [0,1]; empty: all 0
  // Entropies of sites count in whole units and so do scores, as several sites compute them
  // together (federation/release/site_mix.h): equal scores are then equal.
  bool in_units = false;
};

inline constexpr unsigned kMixDigits = 8;        // bits after the point of an entropy in units
inline constexpr std::uint64_t kMixUnit = 4096;  // of the weights of range and sites

// The weight, in units, of an attribute whose range is this share of the widest one's.
[[nodiscard]] inline std::uint64_t range_units(const CutScore& score, double share_of_widest) {
  return static_cast<std::uint64_t>(
      std::llround((1 - score.site) * share_of_widest * static_cast<double>(kMixUnit)));
}

// The part of the score that is known before any cut.
[[nodiscard]] inline double prior_score(const CutScore& score, std::size_t attribute,
                                        double spread) {
  const double priority = score.priorities.empty() ? 0.0 : score.priorities[attribute];
  return score.spread * spread + score.priority * priority;
}

struct MondrianOptions {
  bool relaxed = false;            // records equal to the median may go to either half
  std::size_t smallest_class = 1;  // a lower bound that every class must meet, known to all
  CutScore score = {};
  std::size_t class_values = 2;  // how many values the class attribute has, for purity
};

}  // namespace privet
