// SPDX-License-Identifier: Apache-2.0
// How far the scores of a shared naive Bayes model may be from those of the plain one.
// Idea: both are sums over columns of terms whose errors are bounded by how they are computed
// (bayes_numbers.h). With f bits after the point of standardised numbers, s the class's deviation
// in units of the column's, u the distance from the class's mean in deviations of the class, and
// r = 2^-f / s: a number and a mean are off by 3 units together, so u by at most 3 r + 2^-19; the
// variance by a share v of at most r + 3 r^2 + 2^-19. A numeric term is then off by at most
// (u^2 v + 2 u du + du^2 + v) / 2 + 2^-19, a nominal one by 2^-19. A class that is chosen instead
// of the plain one has a score below the best by no more than what both scores may be off.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/run.h"
#include "data/table.h"

namespace privet::federation {

struct BayesTask {
  std::string class_name;
  double laplace = 0;
};

// Whether each class (by name) is one that the model of `table` gives the row, or nearly.
[[nodiscard]] bool nearly_predicted(const BayesTask& task, const Table& table, const Table& rows,
                                    std::span<const std::string> found, const Run& run);

}  // namespace privet::federation
