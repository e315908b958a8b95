// SPDX-License-Identifier: Apache-2.0
// Maximum likelihood by Newton's method, over an oracle.
// Idea: the learner asks for log-likelihood, gradient and information at a point, all of them sums
// over rows (or risk sets), so that parties who hold rows can add theirs. A step that lowers the
// likelihood is halved. A coefficient whose next step is still large at the end has no bound: the
// likelihood rises for ever along it, as when a column separates the classes.
// Reference: Nocedal and Wright, "Numerical optimization" (2006), chapter 3. Cost: one question and
// the cube of the columns per step.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/run.h"

namespace privet::mining {

struct LikelihoodPoint {
  double loglik = 0;
  std::vector<double> gradient;
  std::vector<double> information;  // the negative Hessian, a square of which the lower triangle
                                    // counts
};

class LikelihoodOracle {
 public:
  virtual ~LikelihoodOracle() = default;
  [[nodiscard]] virtual std::size_t columns() const = 0;
  virtual LikelihoodPoint evaluate(std::span<const double> beta) = 0;
  // By how much a log-likelihood may be off, beyond the rounding of doubles.
  [[nodiscard]] virtual double noise() const { return 0; }
};

struct LikelihoodOptions {
  std::vector<double> start = {};  // empty: 0
  std::size_t max_iterations = 30;
  double tolerance = 1e-9;  // change of the log-likelihood, relative to its size plus the floor
  double floor = 0;
};

struct LikelihoodFit {
  std::vector<double> beta;
  std::vector<double> covariance;
  double loglik_null = 0;  // at the start
  double loglik = 0;
  double score = 0;  // the score test's statistic, at the start
  double wald = 0;
  std::size_t iterations = 0;
  std::vector<std::size_t> unbounded;  // columns
};

// Throws Error{Infeasible} naming the column if one is constant or a combination of others.
[[nodiscard]] LikelihoodFit maximise(LikelihoodOracle& oracle, std::span<const std::string> names,
                                     const LikelihoodOptions& options, const Run& run);

}  // namespace privet::mining
