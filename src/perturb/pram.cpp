// SPDX-License-Identifier: Apache-2.0
#include "perturb/pram.h"

#include <algorithm>

#include "base/error.h"
#include "perturb/replace_values.h"

namespace privet {

Column randomise(const Column& column, const TransitionMatrix& matrix, RandomSource& random) {
  constexpr std::size_t kNone = ~std::size_t{0};
  std::vector<std::size_t> row_of(column.dictionary.size(), kNone);
  std::vector<std::vector<double>> sums = matrix.rows;  // up to each value
  for (std::size_t i = 0; i < matrix.values.size(); ++i) {
    const auto code = column.dictionary.find(matrix.values[i]);
    if (code) row_of[*code] = i;
    for (std::size_t k = 1; k < sums[i].size(); ++k) sums[i][k] += sums[i][k - 1];
  }
  return replace_values(column, [&](RowId row) {
    const std::size_t from = row_of[column.codes[row]];
    PRIVET_CHECK(from != kNone);
    const double drawn = random.unit() * sums[from].back();
    const auto at = std::upper_bound(sums[from].begin(), sums[from].end(), drawn);
    // A value of probability 0 is not reached: its sum is that of the one before it.
    return matrix
        .values[static_cast<std::size_t>(std::min(at, sums[from].end() - 1) - sums[from].begin())];
  });
}

}  // namespace privet
