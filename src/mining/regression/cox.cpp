// SPDX-License-Identifier: Apache-2.0
#include "mining/regression/cox.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/counted.h"
#include "base/error.h"
#include "mining/regression/cholesky.h"
#include "mining/regression/random_kernel.h"

namespace privet::mining {
namespace {

constexpr double kPivot = 1e-12;  // relative, below which a column is a combination of others

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

[[noreturn]] void refuse_dependent(const std::string& name) {
  throw Error(ErrorCode::Infeasible,
              fmt::format("column {} is constant or a combination of the columns before it, so its "
                          "coefficient cannot be determined; leave it out",
                          quote_for_message(name)),
              {.parameter = "--columns"});
}

bool finite(const CoxPoint& point) {
  return std::isfinite(point.loglik) && std::all_of(point.gradient.begin(), point.gradient.end(),
                                                    [](double g) { return std::isfinite(g); });
}

// Goes from `beta` by `step`, halving it until the likelihood does not fall.
CoxPoint advance(CoxOracle& oracle, std::vector<double>& beta, std::vector<double> step,
                 double before, bool& halved) {
  constexpr int kHalvings = 40;
  for (int i = 0;; ++i) {
    std::vector<double> next = beta;
    for (std::size_t c = 0; c < next.size(); ++c) next[c] += step[c];
    CoxPoint point = oracle.evaluate(next);
    const bool rises = finite(point) && point.loglik >= before - 1e-12 * std::abs(before);
    if (rises || i == kHalvings) {
      if (rises) beta = std::move(next);
      return rises ? point : oracle.evaluate(beta);
    }
    halved = true;
    for (auto& s : step) s /= 2;
  }
}

CoxModel completed(const CoxData& data, const CoxFit& fit, Ties ties) {
  CoxModel model;
  const std::size_t n = data.names.size();
  for (std::size_t c = 0; c < n; ++c) {
    CoxTerm term{data.names[c], fit.beta[c], std::sqrt(fit.covariance[c * n + c]), 0, 1};
    if (term.se > 0) term.z = term.coef / term.se;
    term.p = std::erfc(std::abs(term.z) / std::numbers::sqrt2);
    model.terms.push_back(std::move(term));
  }
  model.covariance = fit.covariance;
  model.strata = data.strata;
  model.ties = ties;
  model.loglik_null = fit.loglik_null;
  model.loglik = fit.loglik;
  model.score = fit.score;
  model.wald = fit.wald;
  model.iterations = fit.iterations;
  model.rows = data.x.rows;
  model.events = static_cast<std::uint64_t>(std::count(data.event.begin(), data.event.end(), true));
  model.concordance = concordance(data, fit.beta);
  model.baseline = baseline_hazard(data, fit.beta, ties);
  for (const std::size_t c : fit.unbounded) model.unbounded.push_back(data.names[c]);
  return model;
}

// How many doublings bring each column's deviation to about 1. Columns are fitted in such units,
// since "vanishes" and "large" mean nothing between a rate and an income; doubling is exact, so the
// fit of columns that need none does not change by a bit.
std::vector<int> unit_exponents(const Matrix& x) {
  std::vector<int> out;
  for (std::size_t c = 0; c < x.columns; ++c) {
    double mean = 0;
    for (std::size_t r = 0; r < x.rows; ++r)
      mean += (x.row(r)[c] - mean) / static_cast<double>(r + 1);
    double deviation = 0;  // mean absolute: squares of large values would overflow
    for (std::size_t r = 0; r < x.rows; ++r)
      deviation += (std::abs(x.row(r)[c] - mean) - deviation) / static_cast<double>(r + 1);
    // A constant column keeps the rounding of its mean: that must stay nothing.
    const bool varies = std::isfinite(deviation) && deviation > 1e-13 * std::abs(mean);
    out.push_back(varies ? std::ilogb(deviation) : 0);
  }
  return out;
}

CoxFit fit_in_units(const CoxData& data, const CoxOptions& options, const Run& run) {
  const auto exponents = unit_exponents(data.x);
  CoxData scaled = data;
  const std::size_t n = exponents.size();
  for (std::size_t i = 0; i < scaled.x.cells.size(); ++i)
    scaled.x.cells[i] = std::ldexp(scaled.x.cells[i], -exponents[i % n]);
  PlainCoxOracle oracle(scaled, options.ties);
  CoxFit fit = fit_cox(oracle, data.names, options, run);
  for (std::size_t i = 0; i < n; ++i) {
    fit.beta[i] = std::ldexp(fit.beta[i], -exponents[i]);
    for (std::size_t j = 0; j < n; ++j) {
      auto& cell = fit.covariance[i * n + j];
      cell = std::ldexp(cell, -exponents[i] - exponents[j]);
    }
  }
  return fit;
}

// The fit on K(A, B') = A B', with coefficients and covariance mapped back to the columns' space.
CoxFit fit_random_kernel(const CoxData& data, const CoxOptions& options, const Run& run) {
  const RandomKernel kernel(data.x, options.kernel_rows, options.seed);
  CoxData mapped = data;
  mapped.x = kernel.map(data.x);
  mapped.names.clear();
  for (std::size_t i = 0; i < options.kernel_rows; ++i) {
    mapped.names.push_back(fmt::format("kernel{}", i + 1));
  }
  PlainCoxOracle oracle(mapped, options.ties);
  CoxFit fit = fit_cox(oracle, mapped.names, options, run);
  fit.beta = kernel.coefficients(fit.beta);
  fit.covariance = kernel.covariance(fit.covariance);
  fit.unbounded.clear();
  return fit;
}

}  // namespace

CoxFit fit_cox(CoxOracle& oracle, std::span<const std::string> names, const CoxOptions& options,
               const Run& run) {
  const std::size_t n = oracle.columns();
  PRIVET_CHECK(names.size() == n);
  CoxFit fit;
  fit.beta.assign(n, 0.0);
  CoxPoint point = oracle.evaluate(fit.beta);
  fit.loglik_null = point.loglik;
  const Cholesky start(point.information, n, kPivot);
  if (start.dependent()) refuse_dependent(names[*start.dependent()]);
  std::vector<double> step = start.solve(point.gradient);
  fit.score = dot(step, point.gradient);
  bool converged = n == 0;
  bool flat = false;  // the information vanished on the way: some coefficient has no bound
  while (!converged && !flat && fit.iterations < options.max_iterations) {
    run.progress("fitting");
    const double before = point.loglik;
    bool halved = false;
    point = advance(oracle, fit.beta, step, before, halved);
    ++fit.iterations;
    converged = !halved && std::abs(1 - before / point.loglik) <= options.tolerance;
    const Cholesky factor(point.information, n, kPivot);
    flat = factor.dependent().has_value();
    if (!flat) {
      step = factor.solve(point.gradient);
      fit.covariance = factor.inverse();
    }
  }
  if (fit.covariance.empty()) fit.covariance = start.inverse();
  for (std::size_t c = 0; c < n; ++c) {
    // At an optimum the next step is nothing; along a flat ridge it never is.
    const double next = std::abs(step[c]);
    if (next > 1e-6 && next > 1e-4 * std::abs(fit.beta[c])) fit.unbounded.push_back(c);
  }
  fit.loglik = point.loglik;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const double cell = point.information[std::max(i, j) * n + std::min(i, j)];
      fit.wald += fit.beta[i] * fit.beta[j] * cell;
    }
  }
  return fit;
}

CoxModel learn_cox(const CoxData& data, const CoxOptions& options, const Run& run) {
  if (options.kernel_rows >= data.names.size() && options.kernel_rows > 0) {
    throw Error(ErrorCode::Usage,
                fmt::format("the random kernel needs fewer rows than there are columns ({})",
                            data.names.size()),
                {.parameter = "--kernel-rows"});
  }
  CoxFit fit;
  if (options.kernel_rows > 0) {
    fit = fit_random_kernel(data, options, run);
  } else {
    fit = fit_in_units(data, options, run);
  }
  CoxModel model = completed(data, fit, options.ties);
  if (data.dropped > 0) {
    run.warn(fmt::format("{} left out", counted(data.dropped, "row with missing values is",
                                                "rows with missing values are")));
  }
  for (const auto& name : model.unbounded) {
    run.warn(
        fmt::format("the likelihood still rises as the coefficient of {} grows: it has no finite "
                    "estimate, for instance because no row with it has an event",
                    quote_for_message(name)));
  }
  return model;
}

}  // namespace privet::mining
