// SPDX-License-Identifier: Apache-2.0
// privet inspect of a table that stays in its database.
// Idea: what a column says of itself follows from its values and their counts, so each is looked at
// as if its rows were sorted; whether its numbers ascend in the table, and what several columns
// tell apart together, the server counts. Totals in the last rows are not looked for. Cost: one
// GROUP BY for each column and for each set of columns that is tried; in this process four bytes
// for each cell.
#pragma once

#include <vector>

#include "base/run.h"
#include "data/postgres/postgres_place.h"
#include "job/inspect/inspect_job.h"

namespace privet::job {

// Throws Error{Infeasible} for more cells than this process is to hold.
[[nodiscard]] InspectOutcome inspect_in_engine(const std::vector<PostgresPlace>& places,
                                               const Run& run);

}  // namespace privet::job
