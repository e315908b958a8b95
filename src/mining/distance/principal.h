// SPDX-License-Identifier: Apache-2.0
// The directions in which points spread most.
// Idea: the eigenvectors of the covariance matrix, by Jacobi's rotations; a direction's sign is
// chosen so that its largest entry is positive. Coordinates are measured from the mean.
// Reference: Pearson (1901); Golub and Van Loan, "Matrix computations" (2013), section 8.5. Cost:
// rows times squared columns, and the cube of the columns per sweep (a handful).
#pragma once

#include <cstddef>
#include <vector>

#include "mining/numbers/column_numbers.h"

namespace privet::mining {

struct PrincipalAxes {
  std::vector<double> mean;
  Matrix axes;                   // one direction per row, by falling variance
  std::vector<double> variance;  // along each

  // The coordinates of points along the first `count` directions.
  [[nodiscard]] Matrix project(const Matrix& points, std::size_t count) const;
  // The share of the variance that the first `count` directions have; 1 if there is none.
  [[nodiscard]] double share(std::size_t count) const;
};

[[nodiscard]] PrincipalAxes principal_axes(const Matrix& points);

}  // namespace privet::mining
