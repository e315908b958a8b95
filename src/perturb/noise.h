// SPDX-License-Identifier: Apache-2.0
// Additive noise: to every value a normal number of mean 0 and stated standard deviation is added,
// drawn for each record. Idea: where several columns get noise, it can be correlated as the columns
// are, so that their correlations stay; it is drawn through the Cholesky factor of their
// correlation matrix. Numbers are written with the decimals that the column has.
// References: Kim, "A method for limiting disclosure in microdata based on random noise and
// transformation" (1986); Brand, "Microdata protection through noise addition" (2002).
#pragma once

#include <span>
#include <vector>

#include "base/random_source.h"
#include "data/table.h"

namespace privet {

struct NoisyColumn {
  const Column* column = nullptr;  // numeric
  double deviation = 0;            // above 0
};

// One column for each. `correlated`: as the columns are; otherwise independently.
[[nodiscard]] std::vector<Column> add_noise(std::span<const NoisyColumn> columns, bool correlated,
                                            RandomSource& random);

// The lower Cholesky factor of a correlation matrix, row by row; a pivot that is not positive (a
// column that follows from others) counts as 0.
[[nodiscard]] std::vector<std::vector<double>> cholesky(std::vector<std::vector<double>> matrix);

// The sample standard deviation of the values that are there; 0 for fewer than two.
[[nodiscard]] double deviation_of(const Column& column);
// The correlation of two numeric columns over the records that have both; 0 where one is constant.
[[nodiscard]] double correlation_of(const Column& a, const Column& b);

}  // namespace privet
