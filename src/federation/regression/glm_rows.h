// SPDX-License-Identifier: Apache-2.0
// Logistic and linear regression over rows that lie at several parties.
// Idea: mining/regression/glm.h asks for sums over rows; each party computes its own, and a secure
// sum adds them (federation/rows/row_sums.h). The learner is the same text as over one table, and
// its answer the same up to the rounding of sums.
// Reference: exact aggregation of Newton's steps, as in Wu et al., "Grid binary logistic regression
// (GLORE)" (JAMIA 2012), with secure sums. Cost: two rounds for each step, 32 bytes for each number
// to each party, twice. Adversary: semi-honest. Discloses, to every party: in how many rows each
// category occurs, sums of the columns, and value, gradient and Hessian of every step; of two
// parties each learns the other's.
#pragma once

#include "federation/task/task.h"
#include "mining/regression/glm.h"

namespace privet::federation {

[[nodiscard]] Task glm_rows_task(mining::GlmFamily family);

}  // namespace privet::federation
