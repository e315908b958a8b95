// SPDX-License-Identifier: Apache-2.0
// Perturbs the columns that flags or a policy ask for, before roles are judged, hierarchies bound
// and a release is searched for. A flag replaces what the policy says of its column.
#pragma once

#include <optional>
#include <vector>

#include "base/random_source.h"
#include "job/prepare.h"

namespace privet {

// --top-code, --bottom-code, --round, --noise, --rank-swap, --pram, --pram-matrix,
// --pram-invariant;
// --correlated-noise may also stand in a policy's sections (job/prepare.h).
[[nodiscard]] std::vector<Parameter> perturbation_parameters();

// Fills prepared.perturbed and replaces the columns. Throws Error{Usage} for a column that has no
// numbers where they are needed, is an identifier, or is to be perturbed in two ways. `random` is
// the kernel's, except in tests.
void perturb_columns(PreparedTable& prepared, const Settings& settings,
                     const std::optional<Policy>& policy, RandomSource& random, const Run& run);

}  // namespace privet
