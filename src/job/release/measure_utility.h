// SPDX-License-Identifier: Apache-2.0
// Measures what the settings ask to know of a release's usefulness.
#pragma once

#include <vector>

#include "base/settings.h"
#include "job/release/application_weights.h"
#include "job/release/utility.h"

namespace privet {

// --queries, --classify, --where, --workload.
[[nodiscard]] std::vector<Parameter> utility_parameters();

// What cannot be measured of this table: to be called before the search, so that a long run does
// not end in an error. Throws Error{Usage}, and Error{Input} for a workload without a condition.
void check_utility(const Settings& settings, const Problem& problem, const Run& run);

[[nodiscard]] Utility measure_utility(const Settings& settings, const Problem& problem,
                                      const Recoding& recoding, const ApplicationWeights& weights,
                                      const Run& run);

}  // namespace privet
