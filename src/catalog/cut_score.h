// SPDX-License-Identifier: Apache-2.0
// Reads how Mondrian is to choose the attribute to cut from the settings --score, --priority and
// --site-weight.
#pragma once

#include <vector>

#include "anonymize/mondrian/mondrian.h"
#include "base/settings.h"

namespace privet {

// What --priority says: one number for each quasi-identifier, scaled so that the largest is 1.
// Throws Error{Usage} for weights that are negative or all zero and columns that are not
// quasi-identifiers.
[[nodiscard]] std::vector<double> read_priorities(const Settings& settings, const Problem& problem);

// The priorities are the problem's weights; without these, what --priority says. Throws
// Error{Usage} for weights that are negative or all zero, a purity weight without a class column
// and a site weight without a site.
[[nodiscard]] CutScore read_cut_score(const Settings& settings, const Problem& problem);

}  // namespace privet
