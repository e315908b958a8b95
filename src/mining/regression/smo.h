// SPDX-License-Identifier: Apache-2.0
// The kernel support vector machine over all rows, two multipliers at a time.
// Idea: maximise sum a - 1/2 sum a_i a_j y_i y_j K(x_i, x_j) over 0 <= a <= C with sum y_i a_i = 0,
// the dual of w'w / 2 + C * sum of hinge losses. Each step takes the row that violates the
// conditions most and the partner that promises the largest gain by second-order information, and
// solves for these two exactly. Memory is the gradient and a bounded cache of kernel rows. The
// result does not depend on the number of threads. Reference: Platt (1998); Fan, Chen and Lin,
// "Working set selection using second order information for training SVM" (2005). Cost: about rows
// times support vectors times columns for the kernel, and rows for every step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/run.h"
#include "mining/class_label.h"
#include "mining/regression/kernel_rows.h"

namespace privet::mining {

struct SmoOptions {
  double c = 1;
  double tolerance = 1e-6;  // the largest violation of the optimality conditions that may be left
  std::size_t cache_bytes = std::size_t{512} << 20U;
};

// A row scores sum of coefficients_i K(x, x_i) - gamma.
struct SmoFit {
  std::vector<double> coefficients;  // y_i a_i
  double gamma = 0;
  double objective = 0;  // w'w / 2 + C * sum of hinge losses
  double violation = 0;
  std::size_t steps = 0;
};

// Labels: 1 is positive, 0 negative. Warns if the steps run out first.
[[nodiscard]] SmoFit fit_smo(const Matrix& x, std::span<const ClassLabel> labels,
                             KernelFunction kernel, const SmoOptions& options, const Run& run);

// What a fit takes at least, to refuse what would not end: rows^2 times columns for the kernel.
[[nodiscard]] double smo_seconds(std::size_t rows, std::size_t columns, std::size_t threads);

}  // namespace privet::mining
