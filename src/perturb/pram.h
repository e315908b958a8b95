// SPDX-License-Identifier: Apache-2.0
// The post-randomisation method: every value becomes another one by chance, drawn from its row of a
// matrix (perturb/transition_matrix.h), for each record anew.
#pragma once

#include "base/random_source.h"
#include "data/table.h"
#include "perturb/transition_matrix.h"

namespace privet {

// Every value of the column that is not missing must be one of the matrix.
[[nodiscard]] Column randomise(const Column& column, const TransitionMatrix& matrix,
                               RandomSource& random);

}  // namespace privet
