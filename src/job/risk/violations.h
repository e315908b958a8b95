// SPDX-License-Identifier: Apache-2.0
// The classes that break a model, in the order in which they are shown.
// Cost: sorts those that are equally bad.
#pragma once

#include <vector>

#include "job/risk/risk_summary.h"

namespace privet::job {

// Of equally bad classes those come first whose cells do: the order of the records is chance in a
// shuffled release.
void order_violations(std::vector<ViolationSummary>& violations);

}  // namespace privet::job
