// SPDX-License-Identifier: Apache-2.0
// Compares a released file with its original: how much was lost, and how useful the rest is.
#pragma once

#include <optional>
#include <vector>

#include "job/prepare.h"
#include "job/release/utility.h"

namespace privet {

// --original, --priority, --seed, --queries, --classify, --where, --workload.
[[nodiscard]] std::vector<Parameter> comparison_parameters();

// With --original, the file the release was made of; its roles, types and hierarchies come from the
// same settings and policy. Throws Error{Input} if `released` is not a release of it, and
// Error{Usage} for flags that ask for a comparison without an original.
[[nodiscard]] std::optional<ReleaseComparison> compare_with_original(
    const PreparedTable& released, const Settings& settings, const std::optional<Policy>& policy,
    const Run& run);

// The original as the policy describes it. What the flags say of other tables is not about it.
[[nodiscard]] PreparedTable prepare_original(const Settings& settings,
                                             const std::optional<Policy>& policy, const Run& run);

}  // namespace privet
