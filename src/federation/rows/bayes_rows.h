// SPDX-License-Identifier: Apache-2.0
// Naive Bayes over rows that lie at several parties.
// Reference: Kantarcioglu and Vaidya, "Privacy preserving naive Bayes classifier for horizontally
// partitioned data" (2003). Idea: counts, sums and squared differences, which are the model, are
// secure sums. Cost: three pairs of rounds. Adversary: semi-honest, as federation/rows/row_sums.h.
// Discloses, to all parties: the model's counts, sums and squared differences over all rows.
#pragma once

#include "federation/task/task.h"

namespace privet::federation {

[[nodiscard]] Task bayes_rows_task();

}  // namespace privet::federation
