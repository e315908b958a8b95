// SPDX-License-Identifier: Apache-2.0
// Reads how Mondrian is to choose the attribute to cut from the settings --score and --priority.
#pragma once

#include "anonymize/mondrian.h"
#include "base/settings.h"

namespace privet {

// The priorities are scaled so that the largest is 1. Throws Error{Usage} for weights that are
// negative or all zero, columns that are no quasi-identifiers, and a purity weight without a class
// column.
[[nodiscard]] CutScore read_cut_score(const Settings& settings, const Problem& problem);

}  // namespace privet
