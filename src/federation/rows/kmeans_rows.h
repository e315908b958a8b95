// SPDX-License-Identifier: Apache-2.0
// k-means over rows that lie at several parties.
// Idea: everybody knows the centers and assigns its own rows; sizes and sums of the clusters are
// secure sums. No row can be a starting center, since that would show it: they are drawn by the
// seed from a normal distribution with the mean and deviation of each column over all rows.
// Cost: a pair of rounds for each round of k-means. Adversary: semi-honest, as
// federation/rows/row_sums.h. Discloses, to all parties: sums and squared differences of the
// columns, and sizes and sums of the clusters in every round.
#pragma once

#include "federation/task/task.h"

namespace privet::federation {

[[nodiscard]] Task kmeans_rows_task();

}  // namespace privet::federation
