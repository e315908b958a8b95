// SPDX-License-Identifier: Apache-2.0
// The data of a rehearsal: read whole and divided, or each party's read and put together.
#pragma once

#include <vector>

#include "job/rehearsal/rehearse_job.h"

namespace privet::job {

// All the data, and each party's part of it.
struct Pooled {
  federation::DataSet whole;
  std::vector<federation::DataSet> parts;
};

// Throws Error{Input}, naming the party and the column, if the parties' files do not fit each
// other.
[[nodiscard]] Pooled read_data(const RehearseOptions& options, const Run& run);

}  // namespace privet::job
