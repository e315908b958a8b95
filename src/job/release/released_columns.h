// SPDX-License-Identifier: Apache-2.0
// What became of each column in a release: its role, how it is shown, how many different values it
// had and has.
#pragma once

#include <vector>

#include "job/release/release_summary.h"
#include "job/release/summarize_release.h"

namespace privet {

// Fills the columns and their examples, of the first records.
void describe_columns(const ReleasedTable& from, ReleaseSummary& summary);

}  // namespace privet
