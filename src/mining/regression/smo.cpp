// SPDX-License-Identifier: Apache-2.0
#include "mining/regression/smo.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace privet::mining {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kFlat = 1e-12;  // the curvature of a pair of equal rows

// `pull` is -y_i times the gradient of row i: positive multipliers' sides may rise where it is
// large and fall where it is small, and at the optimum no row that may rise pulls more than one
// that may fall.
class Smo {
 public:
  Smo(KernelRows& kernel, std::span<const ClassLabel> labels, double c)
      : kernel_(kernel), c_(c), alpha_(labels.size(), 0.0) {
    for (const ClassLabel label : labels) sign_.push_back(label == 1 ? 1.0 : -1.0);
    pull_ = sign_;
    up_.resize(labels.size());
    low_.resize(labels.size());
    for (std::size_t t = 0; t < labels.size(); ++t) mark(t);
  }

  // One step; false if no pair violates the conditions by more than the tolerance.
  bool step(double tolerance) {
    const std::size_t i = most_pulled_up();
    violation_ = 0;
    if (i == pull_.size()) return false;
    const auto row_i = kernel_.row(i);
    const std::size_t j = partner(i, row_i);
    if (violation_ <= tolerance || j == pull_.size()) return false;
    const double curvature = curve(i, j, row_i[j]);
    double by = (pull_[i] - pull_[j]) / curvature;
    by = std::min(by, sign_[i] > 0 ? c_ - alpha_[i] : alpha_[i]);
    by = std::min(by, sign_[j] > 0 ? alpha_[j] : c_ - alpha_[j]);
    move(i, sign_[i] * by);
    move(j, -sign_[j] * by);
    const auto row_j = kernel_.row(j);
    for (std::size_t t = 0; t < pull_.size(); ++t) {
      pull_[t] -= by * (static_cast<double>(row_i[t]) - static_cast<double>(row_j[t]));
    }
    return true;
  }

  [[nodiscard]] SmoFit result(std::size_t steps) const {
    SmoFit out;
    out.gamma = threshold();
    for (std::size_t t = 0; t < alpha_.size(); ++t) {
      out.coefficients.push_back(sign_[t] * alpha_[t]);
      // sum_j y_j a_j K(x_t, x_j) is y_t - pull_t.
      const double score = sign_[t] - pull_[t] - out.gamma;
      out.objective += out.coefficients[t] * (sign_[t] - pull_[t]) / 2;
      out.objective += c_ * std::max(0.0, 1 - sign_[t] * score);
    }
    out.violation = std::max(0.0, violation_);
    out.steps = steps;
    return out;
  }

 private:
  [[nodiscard]] double curve(std::size_t i, std::size_t t, float between) const {
    const auto diagonal = kernel_.diagonal();
    const double curvature = static_cast<double>(diagonal[i]) + static_cast<double>(diagonal[t]) -
                             2 * static_cast<double>(between);
    return std::max(curvature, kFlat);
  }

  void mark(std::size_t t) {
    const bool below = alpha_[t] < c_;
    const bool above = alpha_[t] > 0;
    up_[t] = sign_[t] > 0 ? below : above;
    low_[t] = sign_[t] > 0 ? above : below;
  }

  void move(std::size_t t, double by) {
    double& a = alpha_[t];
    a += by;
    // A bound that is met except for rounding is met.
    if (a < c_ * 1e-14) a = 0;
    if (a > c_ * (1 - 1e-14)) a = c_;
    mark(t);
  }

  [[nodiscard]] std::size_t most_pulled_up() const {
    std::size_t best = pull_.size();
    double most = -kInfinity;
    for (std::size_t t = 0; t < pull_.size(); ++t) {
      if (up_[t] == 0 || pull_[t] <= most) continue;
      most = pull_[t];
      best = t;
    }
    return best;
  }

  std::size_t partner(std::size_t i, std::span<const float> row_i) {
    std::size_t best = pull_.size();
    double gain = 0;
    double least = kInfinity;
    for (std::size_t t = 0; t < pull_.size(); ++t) {
      if (low_[t] == 0) continue;
      least = std::min(least, pull_[t]);
      const double apart = pull_[i] - pull_[t];
      if (apart <= 0) continue;
      const double promised = apart * apart / curve(i, t, row_i[t]);
      if (promised <= gain) continue;
      gain = promised;
      best = t;
    }
    violation_ = pull_[i] - least;
    return best;
  }

  // The mean of the rows strictly between the bounds, whose score is exactly 1 or -1; without any,
  // the middle of what the others allow.
  [[nodiscard]] double threshold() const {
    double sum = 0;
    std::size_t between = 0;
    double most = -kInfinity;
    double least = kInfinity;
    for (std::size_t t = 0; t < pull_.size(); ++t) {
      if (up_[t] != 0 && low_[t] != 0) {
        sum += pull_[t];
        ++between;
      }
      if (up_[t] != 0) most = std::max(most, pull_[t]);
      if (low_[t] != 0) least = std::min(least, pull_[t]);
    }
    if (between > 0) return -sum / static_cast<double>(between);
    if (!std::isfinite(least)) return -most;  // all rows are of one class
    return std::isfinite(most) ? -(most + least) / 2 : -least;
  }

  KernelRows& kernel_;
  double c_;
  std::vector<double> sign_;
  std::vector<double> alpha_;
  std::vector<double> pull_;
  std::vector<unsigned char> up_;   // y_t a_t may rise
  std::vector<unsigned char> low_;  // y_t a_t may fall
  double violation_ = 0;
};

}  // namespace

SmoFit fit_smo(const Matrix& x, std::span<const ClassLabel> labels, KernelFunction kernel,
               const SmoOptions& options, const Run& run) {
  KernelRows rows(x, kernel, options.cache_bytes, run);
  Smo smo(rows, labels, options.c);
  const std::size_t most = std::max<std::size_t>(10'000'000, 100 * x.rows);
  constexpr std::size_t kQuiet = 64;  // steps between looks at the user's wish
  std::size_t steps = 0;
  while (steps < most && smo.step(options.tolerance)) {
    if (++steps % kQuiet == 0) run.progress("fitting");
  }
  if (steps == most) run.warn("the support vector machine is not at its optimum: too many steps");
  return smo.result(steps);
}

double smo_seconds(std::size_t rows, std::size_t columns, std::size_t threads) {
  // Every kernel row once: more where the cache is too small, less with few support vectors.
  const auto n = static_cast<double>(rows);
  constexpr double kMultiplications = 1e9;  // a second
  constexpr double kOfExp = 24;
  const double kernel = n * n * (static_cast<double>(columns) + kOfExp);
  return kernel / (kMultiplications * static_cast<double>(std::max<std::size_t>(1, threads)));
}

}  // namespace privet::mining
