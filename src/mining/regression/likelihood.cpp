// SPDX-License-Identifier: Apache-2.0
#include "mining/regression/likelihood.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "mining/regression/cholesky.h"

namespace privet::mining {
namespace {

constexpr double kPivot = 1e-12;  // relative, below which a column is a combination of others

double scalar_product(std::span<const double> a, std::span<const double> b) {
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

bool finite(const LikelihoodPoint& point) {
  return std::isfinite(point.loglik) && std::all_of(point.gradient.begin(), point.gradient.end(),
                                                    [](double g) { return std::isfinite(g); });
}

// Goes from `beta` by `step`, halving it until the likelihood does not fall.
LikelihoodPoint advance(LikelihoodOracle& oracle, std::vector<double>& beta,
                        std::vector<double> step, double before, bool& halved) {
  constexpr int kHalvings = 40;
  for (int i = 0;; ++i) {
    std::vector<double> next = beta;
    for (std::size_t c = 0; c < next.size(); ++c) next[c] += step[c];
    LikelihoodPoint point = oracle.evaluate(next);
    const bool rises =
        finite(point) && point.loglik >= before - 1e-12 * std::abs(before) - 2 * oracle.noise();
    if (rises || i == kHalvings) {
      if (rises) beta = std::move(next);
      return rises ? point : oracle.evaluate(beta);
    }
    halved = true;
    for (auto& s : step) s /= 2;
  }
}

}  // namespace

LikelihoodFit maximise(LikelihoodOracle& oracle, std::span<const std::string> names,
                       const LikelihoodOptions& options, const Run& run) {
  const std::size_t n = oracle.columns();
  PRIVET_CHECK(names.size() == n);
  LikelihoodFit fit;
  fit.beta = options.start;
  if (fit.beta.empty()) fit.beta.assign(n, 0.0);
  LikelihoodPoint point = oracle.evaluate(fit.beta);
  fit.loglik_null = point.loglik;
  const Cholesky start(point.information, n, kPivot);
  if (start.dependent()) refuse_dependent(names[*start.dependent()]);
  std::vector<double> step = start.solve(point.gradient);
  fit.score = scalar_product(step, point.gradient);
  bool converged = n == 0;
  bool flat = false;  // the information vanished on the way: some coefficient has no bound
  while (!converged && !flat && fit.iterations < options.max_iterations) {
    run.progress("fitting");
    const double before = point.loglik;
    bool halved = false;
    point = advance(oracle, fit.beta, step, before, halved);
    ++fit.iterations;
    const double least =
        std::max(options.tolerance * (std::abs(point.loglik) + options.floor), 2 * oracle.noise());
    converged = !halved && std::abs(point.loglik - before) <= least;
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

}  // namespace privet::mining
