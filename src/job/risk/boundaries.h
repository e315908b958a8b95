// SPDX-License-Identifier: Apache-2.0
// From flags and a policy to the check whether a release keeps its generalization boundaries.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "job/policy.h"
#include "job/prepare.h"
#include "risk/boundary_check.h"

namespace privet {

// --boundaries and --original.
[[nodiscard]] std::vector<Parameter> boundary_parameters();

// Whether the settings ask for the check. Throws Error{Usage} for --original without --boundaries.
[[nodiscard]] bool boundaries_wanted(const Settings& settings);

// `release` is prepared for a check. With --original the cells are compared with the values they
// stand for, record by record; without it only cells that no value could show are found. Throws
// Error{Usage} if no quasi-identifier has boundaries, if the tables have different numbers of
// records, and for hierarchies that are made from the values of an original that is not given.
[[nodiscard]] BoundaryCheck check_release_boundaries(const PreparedTable& release,
                                                     const Settings& settings,
                                                     const std::optional<Policy>& policy,
                                                     const Run& run);

// The hierarchies of the released quasi-identifiers, with the marks of the policy. Throws
// Error{Usage} at `flag` for one that is made from the values of the original.
[[nodiscard]] std::map<AttributeId, Hierarchy> marked_hierarchies(
    const PreparedTable& release, const Settings& settings, const std::optional<Policy>& policy,
    const std::string& flag);

}  // namespace privet
