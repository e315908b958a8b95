// SPDX-License-Identifier: Apache-2.0
// The linear random kernel K(A, B') = A B' for regressions: columns are scaled to 0..1, then mapped
// by a random normal matrix B with fewer rows than there are columns. Adversary: B is known to
// everybody who fits; n - 1 known rows, or few unknown cells, disclose a row. This is the paper's
// protection and a weak one; secure aggregation of the Newton steps is strong. Reference:
// Mangasarian and Wild (2007); Yu et al. (2008).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mining/regression/svm.h"

namespace privet::mining {

// B: standard normal numbers from the seed, row by row.
[[nodiscard]] Matrix random_basis(std::size_t rows, std::size_t columns, std::uint64_t seed);

class RandomKernel {
 public:
  RandomKernel(const SvmRanges& ranges, std::size_t rows, std::uint64_t seed);
  // The ranges of the columns come from `x`; B's entries are standard normal from the seed.
  RandomKernel(const Matrix& x, std::size_t rows, std::uint64_t seed);

  // Each row scaled and multiplied by B'.
  [[nodiscard]] Matrix map(const Matrix& x) const;
  // B' u, in the columns' own units.
  [[nodiscard]] std::vector<double> coefficients(std::span<const double> u) const;
  [[nodiscard]] std::vector<double> covariance(std::span<const double> of_u) const;

 private:
  std::vector<double> low_;
  Matrix b_;  // divided by the columns' ranges
};

}  // namespace privet::mining
