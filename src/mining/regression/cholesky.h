// SPDX-License-Identifier: Apache-2.0
// Small dense symmetric positive definite systems, as Newton's method needs them.
// Idea: A = L L', stored row by row in place of A. A pivot that vanishes against the largest
// diagonal entry shows which column is a combination of those before it. Cost: n^3 / 6
// multiplications; meant for up to a few thousand unknowns.
#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace privet::mining {

class Cholesky {
 public:
  // `a` is n by n; only the lower triangle is read.
  Cholesky(std::vector<double> a, std::size_t n, double tolerance) : n_(n), l_(std::move(a)) {
    double largest = 0;
    for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, std::abs(l_[i * n + i]));
    for (std::size_t i = 0; i < n && !dependent_; ++i) factor_row(i, tolerance * largest);
  }

  // The first column without a pivot of its own, if any; then nothing can be solved.
  [[nodiscard]] std::optional<std::size_t> dependent() const { return dependent_; }

  [[nodiscard]] std::vector<double> solve(std::span<const double> right) const {
    std::vector<double> x(right.begin(), right.end());
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t k = 0; k < i; ++k) x[i] -= l_[i * n_ + k] * x[k];
      x[i] /= l_[i * n_ + i];
    }
    for (std::size_t i = n_; i-- > 0;) {
      x[i] /= l_[i * n_ + i];
      for (std::size_t k = 0; k < i; ++k) x[k] -= l_[i * n_ + k] * x[i];
    }
    return x;
  }

  [[nodiscard]] std::vector<double> inverse() const {
    std::vector<double> out(n_ * n_);
    std::vector<double> unit(n_, 0.0);
    for (std::size_t j = 0; j < n_; ++j) {
      unit[j] = 1.0;
      const auto column = solve(unit);
      for (std::size_t i = 0; i < n_; ++i) out[i * n_ + j] = column[i];
      unit[j] = 0.0;
    }
    return out;
  }

 private:
  void factor_row(std::size_t i, double least) {
    double* row = l_.data() + i * n_;
    for (std::size_t j = 0; j <= i; ++j) {
      const double* other = l_.data() + j * n_;
      double sum = row[j];
      for (std::size_t k = 0; k < j; ++k) sum -= row[k] * other[k];
      if (j < i) {
        row[j] = sum / other[j];
      } else if (sum > least && std::isfinite(sum)) {
        row[j] = std::sqrt(sum);
      } else {
        dependent_ = i;
      }
    }
  }

  std::size_t n_;
  std::vector<double> l_;
  std::optional<std::size_t> dependent_;
};

}  // namespace privet::mining
