// SPDX-License-Identifier: Apache-2.0
// Linear support vector machines over rows that lie at several parties.
// Idea: as federation/regression/glm_rows.h: the sums over rows that mining/regression/svm.h asks
// for are added by a secure sum. The columns are scaled to 0..1 by the smallest and largest value
// of all parties' rows, found in a garbled circuit (protocol/selection/best_of_parties.h).
// Cost, adversary: as regressions'; for the ranges as extremes(). Discloses, to every party: in how
// many rows each category and class occurs, the smallest and largest value of each column, and
// value, gradient and Hessian of every step.
#pragma once

#include "federation/task/task.h"

namespace privet::federation {

[[nodiscard]] Task svm_rows_task();

}  // namespace privet::federation
