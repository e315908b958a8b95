// SPDX-License-Identifier: Apache-2.0
// Where missing values match anything, a record that misses a value shows so, and hides among the
// others of its class all the same: they need not widen what they show to cover it.
#pragma once

#include "anonymize/problem.h"

namespace privet {

// The recoding in which every class shows of each attribute what its records with a value need.
// Classes in which every record misses the value stay as they are.
[[nodiscard]] Recoding leave_missing_out(const Problem& problem, Recoding recoding);

}  // namespace privet
