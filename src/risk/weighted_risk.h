// SPDX-License-Identifier: Apache-2.0
// The risk of each record of a survey, estimated from its weights: how many people of the
// population a record stands for.
// Idea: of f records of a class whose weights sum to F, each person was in the sample with chance
// p = f / F; given f, the people of the class in the population are then negative binomial, and the
// risk is the expectation of one over their number: (p / f) 2F1(1, 1; f + 1; 1 - p).
// Reference: Benedetti, Franconi, "Statistical and technological solutions for controlled data
// dissemination" (1998); Franconi, Polettini, "Individual risk estimation in mu-Argus: a review",
// PSD (2004), with the exact form and not its approximation. Cost: about 60 terms per class.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/group_rows.h"

namespace privet {

// `people`: the sum of the weights, at least `records`.
[[nodiscard]] double individual_risk(std::size_t records, double people);

struct WeightedRisk {
  double people = 0;    // the sum of all weights
  double smallest = 0;  // people that a class stands for
  double highest = 0;
  double average = 0;   // over the records: the global risk
  double expected = 0;  // re-identifications, if every record is tried
  double threshold = 0;
  double fraction_at_risk = 0;             // share of the records above the threshold
  std::size_t light_classes = 0;           // whose weights sum to less than their records:
                                           // taken as if nobody else were in them
  std::vector<double> risk_of_group = {};  // [group]
};

// `weights`: one per record, positive. `sizes`: the records or persons of each group.
[[nodiscard]] WeightedRisk measure_weighted(std::span<const double> weights,
                                            const RowGroups& groups, double threshold);

}  // namespace privet
