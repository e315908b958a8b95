// SPDX-License-Identifier: Apache-2.0
// From a prepared table and its settings to the problem that a method solves.
#pragma once

#include "anonymize/problem.h"
#include "base/run.h"
#include "base/settings.h"
#include "catalog/catalog.h"
#include "job/prepare.h"
#include "job/promises.h"

namespace privet {

// Throws Error{Usage} if the method would generalize values beyond their boundaries, shows nothing
// that rules could keep although rules are asked for, or if no release can satisfy a model. The
// arguments must outlive the problem.
[[nodiscard]] Problem make_problem(const PreparedTable& prepared, const Promises& promises,
                                   const Settings& settings, const Catalog& catalog,
                                   const Run& run);

}  // namespace privet
