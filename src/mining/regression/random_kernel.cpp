// SPDX-License-Identifier: Apache-2.0
#include "mining/regression/random_kernel.h"

#include "base/sampling.h"

namespace privet::mining {

Matrix random_basis(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  Matrix out{rows, columns, std::vector<double>(rows * columns)};
  Sampler sampler(seed);
  for (auto& cell : out.cells) cell = sampler.normal();
  return out;
}

RandomKernel::RandomKernel(const SvmRanges& ranges, std::size_t rows, std::uint64_t seed)
    : low_(ranges.low), b_(random_basis(rows, ranges.low.size(), seed)) {
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < low_.size(); ++c) {
      const double range = ranges.high[c] - ranges.low[c];
      b_.row(r)[c] = range > 0 ? b_.row(r)[c] / range : 0.0;
    }
  }
}

RandomKernel::RandomKernel(const Matrix& x, std::size_t rows, std::uint64_t seed)
    : RandomKernel(svm_ranges(x), rows, seed) {}

Matrix RandomKernel::map(const Matrix& x) const {
  Matrix out{x.rows, b_.rows, std::vector<double>(x.rows * b_.rows, 0.0)};
  for (std::size_t r = 0; r < x.rows; ++r) {
    for (std::size_t k = 0; k < b_.rows; ++k) {
      double sum = 0;
      for (std::size_t c = 0; c < x.columns; ++c) sum += (x.row(r)[c] - low_[c]) * b_.row(k)[c];
      out.row(r)[k] = sum;
    }
  }
  return out;
}

std::vector<double> RandomKernel::coefficients(std::span<const double> u) const {
  std::vector<double> out(b_.columns, 0.0);
  for (std::size_t k = 0; k < b_.rows; ++k) {
    for (std::size_t c = 0; c < b_.columns; ++c) out[c] += u[k] * b_.row(k)[c];
  }
  return out;
}

std::vector<double> RandomKernel::covariance(std::span<const double> of_u) const {
  const std::size_t n = b_.columns;
  std::vector<double> out(n * n, 0.0);
  for (std::size_t k = 0; k < b_.rows; ++k) {
    for (std::size_t l = 0; l < b_.rows; ++l) {
      const double v = of_u[k * b_.rows + l];
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) out[i * n + j] += b_.row(k)[i] * v * b_.row(l)[j];
      }
    }
  }
  return out;
}

}  // namespace privet::mining
