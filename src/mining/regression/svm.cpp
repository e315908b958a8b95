// SPDX-License-Identifier: Apache-2.0
#include "mining/regression/svm.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/counted.h"
#include "base/error.h"
#include "base/sampling.h"
#include "base/thread_pool.h"
#include "mining/regression/cholesky.h"
#include "mining/regression/smo.h"
#include "mining/tree/training_rows.h"

namespace privet::mining {
namespace {

double largest(std::span<const double> values) {
  double out = 0;
  for (const double v : values) out = std::max(out, std::abs(v));
  return out;
}

// Value, gradient and Hessian of the whole objective.
SvmPoint whole(SvmOracle& oracle, std::span<const double> at, double nu) {
  SvmPoint point = oracle.evaluate(at);
  const std::size_t n = at.size();
  point.loss *= nu / 2;
  for (std::size_t i = 0; i < n; ++i) {
    point.loss += at[i] * at[i] / 2;
    point.gradient[i] = nu * point.gradient[i] + at[i];
    for (std::size_t j = 0; j <= i; ++j) point.hessian[i * n + j] *= nu;
    point.hessian[i * n + i] += 1;
  }
  return point;
}

void check(const SvmOptions& options, const SvmData& data) {
  if (!(options.nu > 0) || !std::isfinite(options.nu)) {
    throw Error(ErrorCode::Usage, "must be above 0", {.parameter = "--nu"});
  }
  if (options.kernel == Kernel::Gaussian && !(options.mu > 0)) {
    throw Error(ErrorCode::Usage, "must be above 0", {.parameter = "--mu"});
  }
  if (options.basis == KernelBasis::SomeRows &&
      (options.basis_rows == 0 || options.basis_rows > data.x.rows)) {
    throw Error(ErrorCode::Usage, fmt::format("the reduced kernel takes 1 to {} rows", data.x.rows),
                {.parameter = "--kernel-rows"});
  }
  if (options.basis == KernelBasis::Random &&
      (options.basis_rows == 0 || options.basis_rows >= data.x.columns)) {
    throw Error(
        ErrorCode::Usage,
        fmt::format("the random kernel needs 1 row or more, and fewer than there are columns "
                    "({})",
                    data.x.columns),
        {.parameter = "--kernel-rows"});
  }
}

// The Gaussian kernel has all rows as its basis unless others are named.
bool by_pairs(const SvmOptions& options) {
  return options.basis == KernelBasis::AllRows ||
         (options.basis == KernelBasis::None && options.kernel == Kernel::Gaussian);
}

void check_cost(const SvmOptions& options, const SvmData& data, std::size_t threads) {
  constexpr double kMostSeconds = 24.0 * 3600;
  constexpr double kMostBytes = 8e9;
  constexpr double kMultiplications = 1e9;  // a second
  const auto rows = static_cast<double>(data.x.rows);
  const double unknowns =
      1 + static_cast<double>(options.basis_rows > 0 ? options.basis_rows : data.x.columns);
  const bool pairs = by_pairs(options);
  constexpr double kSteps = 10;
  const double seconds =
      pairs ? smo_seconds(data.x.rows, data.x.columns, threads)
            : kSteps * unknowns * unknowns * (rows / 2 + unknowns / 6) / kMultiplications;
  const double bytes = pairs ? 0 : 8 * unknowns * (rows + 3 * unknowns);
  if (seconds <= kMostSeconds && bytes <= kMostBytes) return;
  const std::string memory = pairs ? "" : fmt::format(" and {:.1f} GB", bytes / 1e9);
  throw Error(ErrorCode::Infeasible,
              fmt::format("the support vector machine of {} rows and {} unknowns would take about "
                          "{:.0f} hours{}; {}",
                          data.x.rows, pairs ? rows : unknowns, seconds / 3600, memory,
                          pairs ? "use a sample of the rows as basis (--basis some-rows "
                                  "--kernel-rows 1000), or a sample of the table"
                                : "use fewer columns or fewer rows in the basis (--kernel-rows)"));
}

}  // namespace

SvmPoint PlainSvmOracle::evaluate(std::span<const double> point) {
  const std::size_t w = z_.columns;
  const std::size_t n = w + 1;
  SvmPoint out{0, std::vector<double>(n, 0.0), std::vector<double>(n * n, 0.0)};
  std::vector<double> row(n, -1.0);  // z and then -1, the factor of gamma
  for (std::size_t r = 0; r < z_.rows; ++r) {
    run_.check_cancelled();
    std::copy(z_.row(r).begin(), z_.row(r).end(), row.begin());
    double score = 0;
    for (std::size_t i = 0; i < n; ++i) score += row[i] * point[i];
    const double sign = labels_[r] == 1 ? 1.0 : -1.0;
    const double slack = 1 - sign * score;
    if (slack <= 0) continue;
    out.loss += slack * slack;
    for (std::size_t i = 0; i < n; ++i) {
      out.gradient[i] -= sign * slack * row[i];
      double* cells = out.hessian.data() + i * n;
      for (std::size_t j = 0; j <= i; ++j) cells[j] += row[i] * row[j];
    }
  }
  return out;
}

SvmFit fit_svm(SvmOracle& oracle, const SvmOptions& options, const Run& run) {
  const std::size_t n = oracle.columns() + 1;
  SvmFit fit;
  fit.point.assign(n, 0.0);
  SvmPoint point = whole(oracle, fit.point, options.nu);
  const double small = 1e-12 * std::max(1.0, largest(point.gradient));
  bool stuck = false;
  while (!stuck && largest(point.gradient) > small && fit.iterations < options.max_iterations) {
    run.progress("fitting");
    const Cholesky factor(point.hessian, n, 0.0);
    if (factor.dependent()) break;  // cannot happen short of overflow: the Hessian is at least 1
    const auto step = factor.solve(point.gradient);
    double length = 1;
    constexpr double kShortest = 1e-10;
    for (stuck = true; stuck && length > kShortest; length /= 2) {
      std::vector<double> next = fit.point;
      for (std::size_t i = 0; i < n; ++i) next[i] -= length * step[i];
      SvmPoint there = whole(oracle, next, options.nu);
      const bool lower = there.loss < point.loss;
      const bool flatter = there.loss <= point.loss * (1 + 1e-14) &&
                           largest(there.gradient) < largest(point.gradient);
      if (!lower && !flatter) continue;
      stuck = false;
      fit.point = std::move(next);
      point = std::move(there);
    }
    ++fit.iterations;
  }
  fit.objective = point.loss;
  fit.gradient = largest(point.gradient);
  return fit;
}

SvmData svm_data(const Table& table, AttributeId class_id, std::span<const AttributeId> columns) {
  OwnCensus all;
  return svm_data(table, class_id, columns, all);
}

SvmData svm_data(const Table& table, AttributeId class_id, std::span<const AttributeId> columns,
                 Census& census) {
  const ClassColumn classes = class_column(table, class_id);
  std::vector<bool> usable(table.rows());
  for (std::size_t r = 0; r < table.rows(); ++r) {
    usable[r] = classes.labels[r] < classes.classes.size();
  }
  Design design = design_of(table, columns, {}, usable, census);
  std::vector<std::uint64_t> rows(classes.classes.size(), 0);
  for (const RowId row : design.rows) ++rows[classes.labels[row]];
  rows = census.count(std::move(rows));
  std::vector<ClassLabel> present;
  for (std::size_t c = 0; c < rows.size(); ++c) {
    if (rows[c] > 0) present.push_back(static_cast<ClassLabel>(c));
  }
  if (present.size() != 2) {
    throw Error(
        ErrorCode::Infeasible,
        fmt::format("a support vector machine needs exactly two classes; the usable rows have {} "
                    "in column {}",
                    present.size(), quote_for_message(classes.name)),
        {.parameter = "--class"});
  }
  SvmData out;
  out.columns = std::move(design.names);
  out.class_name = classes.name;
  for (const ClassLabel c : present) out.classes.push_back(classes.classes[c]);
  out.x = std::move(design.x);
  for (const RowId row : design.rows)
    out.labels.emplace_back(classes.labels[row] == present[1] ? 1U : 0U);
  out.dropped = design.dropped;
  return out;
}

void set_fit(SvmModel& model, SvmFit fit) {
  model.gamma = fit.point.back();
  fit.point.pop_back();
  model.weights = std::move(fit.point);
  model.objective = fit.objective;
  model.gradient = fit.gradient;
  model.iterations = fit.iterations;
}

namespace {

void learn_by_newton(SvmModel& model, const SvmData& data, const SvmOptions& options,
                     const Run& run) {
  const Matrix z = model.map.apply(data.x);
  PlainSvmOracle oracle(z, data.labels, run);
  set_fit(model, fit_svm(oracle, options, run));
}

// Only support vectors have a weight, and only they are kept.
void learn_by_pairs(SvmModel& model, const SvmData& data, const SvmOptions& options,
                    const Run& run) {
  const Matrix x = model.map.scaled(data.x);
  const KernelFunction kernel{options.kernel == Kernel::Gaussian, options.mu};
  const SmoFit fit = fit_smo(x, data.labels, kernel, {.c = options.nu}, run);
  Matrix& basis = model.map.basis;
  for (std::size_t r = 0; r < x.rows; ++r) {
    if (fit.coefficients[r] == 0) continue;
    model.weights.push_back(fit.coefficients[r]);
    basis.cells.insert(basis.cells.end(), x.row(r).begin(), x.row(r).end());
    ++basis.rows;
  }
  if (basis.rows == 0) {  // one class only: a basis without rows would mean "no kernel"
    basis = {1, x.columns, std::vector<double>(x.columns, 0.0)};
    model.weights = {0.0};
  }
  model.gamma = fit.gamma;
  model.objective = fit.objective;
  model.gradient = fit.violation;
  model.iterations = fit.steps;
}

}  // namespace

SvmModel learn_svm(const SvmData& data, const SvmOptions& options, const Run& run) {
  check(options, data);
  const bool pairs = by_pairs(options);
  check_cost(options, data, run.pool().size());
  SvmModel model;
  model.columns = data.columns;
  model.class_name = data.class_name;
  model.classes = data.classes;
  model.map = make_svm_map(data, options);
  if (pairs) {
    learn_by_pairs(model, data, options, run);
  } else {
    learn_by_newton(model, data, options, run);
  }
  if (options.probabilities) {
    constexpr std::size_t kFolds = 5;  // scores of rows that were learned from are too good
    SvmOptions plain = options;
    plain.probabilities = false;
    model.sigmoid = fit_sigmoid(
        cross_validate_svm(data, plain, std::min(kFolds, data.x.rows), options.seed, run),
        data.labels);
  }
  if (data.dropped > 0) {
    run.warn(fmt::format("{} left out", counted(data.dropped, "row with missing values is",
                                                "rows with missing values are")));
  }
  return model;
}

}  // namespace privet::mining
