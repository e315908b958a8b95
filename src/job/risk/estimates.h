// SPDX-License-Identifier: Apache-2.0
// From flags to the estimates of a table's risk without a register: population uniqueness, and the
// risk by survey weights.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/settings.h"
#include "data/group_rows.h"
#include "job/prepare.h"
#include "privacy/population_uniqueness.h"
#include "risk/weighted_risk.h"

namespace privet {

// --survey-weights; --population-size and --sampling-fraction belong to the model
// population-uniqueness.
[[nodiscard]] std::vector<Parameter> estimate_parameters();

// What was estimated, with what has to be true for it to mean anything.
struct RiskEstimates {
  std::optional<PopulationUniqueness> uniqueness = {};
  std::optional<WeightedRisk> weighted = {};
  std::string weights = {};                          // the column
  std::vector<std::string> assumptions = {};         // of the uniqueness
  std::vector<std::string> weight_assumptions = {};  // of the weighted risk
};

// `persons`: of each group, in what the models count; records without --person. Throws
// Error{Usage} for flags that contradict each other or the table, and Error{Input} for a record
// whose weight is not a positive number.
[[nodiscard]] RiskEstimates estimate_risk(const PreparedTable& prepared, const Settings& settings,
                                          const RowGroups& groups,
                                          std::span<const std::uint32_t> persons, double threshold);

// The fraction of the population that is in the table, as the flags say; nothing if they do not.
[[nodiscard]] std::optional<double> sampled_fraction(const Settings& settings, double sample);

}  // namespace privet
