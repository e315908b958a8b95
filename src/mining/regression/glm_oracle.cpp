// SPDX-License-Identifier: Apache-2.0
// The sums over rows that logistic and linear regression ask for.
#include <algorithm>
#include <cmath>

#include "base/thread_pool.h"
#include "mining/regression/glm.h"

namespace privet::mining {
namespace {

// What one row adds: its log-likelihood, the slope along the predictor and the curvature.
struct RowPart {
  double loglik;
  double slope;
  double weight;
};

RowPart logistic_part(double y, double eta) {
  // ln(1 + exp(eta)) without overflow.
  const double small = std::exp(-std::abs(eta));
  const double log_sum = std::max(eta, 0.0) + std::log1p(small);
  const double p = eta >= 0 ? 1 / (1 + small) : small / (1 + small);
  const double off = y > 0.5 ? (eta >= 0 ? small / (1 + small) : 1 / (1 + small)) : -p;
  return {y * eta - log_sum, off, small / ((1 + small) * (1 + small))};
}

void add(LikelihoodPoint& to, const LikelihoodPoint& from) {
  to.loglik += from.loglik;
  for (std::size_t i = 0; i < to.gradient.size(); ++i) to.gradient[i] += from.gradient[i];
  for (std::size_t i = 0; i < to.information.size(); ++i) to.information[i] += from.information[i];
}

}  // namespace

GlmMoments PlainGlmOracle::moments() {
  GlmMoments out;
  out.rows = data_.x.rows;
  for (std::size_t c = 0; c < data_.x.columns; ++c) {
    const Spread own = spread_of(data_.x.rows, [&](std::size_t r) { return data_.x.row(r)[c]; });
    out.means.push_back(own.mean);
    out.spreads.push_back(own.distance);
  }
  const Spread own = spread_of(data_.y.size(), [&](std::size_t r) { return data_.y[r]; });
  out.response_mean = own.mean;
  out.response_spread = own.distance;
  return out;
}

LikelihoodPoint PlainGlmOracle::evaluate(std::span<const double> point, const GlmFrame& frame) {
  const std::size_t n = point.size();
  const bool linear = data_.family == GlmFamily::Linear;
  // Parts of fixed size, added in order: the sums do not depend on the number of threads.
  constexpr std::size_t kPart = 4096;
  const std::size_t parts = (data_.x.rows + kPart - 1) / kPart;
  std::vector<LikelihoodPoint> sums(
      parts, {0, std::vector<double>(n, 0.0), std::vector<double>(n * n, 0.0)});
  run_.pool().parallel_for(parts, [&](std::size_t part) {
    run_.check_cancelled();
    LikelihoodPoint& out = sums[part];
    std::vector<double> x(n, 1.0);
    for (std::size_t r = part * kPart; r < std::min((part + 1) * kPart, data_.x.rows); ++r) {
      double eta = point[0];
      for (std::size_t c = 1; c < n; ++c) {
        x[c] = std::ldexp(data_.x.row(r)[c - 1] - frame.centers[c - 1], -frame.exponents[c - 1]);
        eta += point[c] * x[c];
      }
      RowPart row{};
      if (linear) {
        const double y = std::ldexp(data_.y[r] - frame.response_center, -frame.response_exponent);
        row = {-(y - eta) * (y - eta) / 2, y - eta, 1.0};
      } else {
        row = logistic_part(data_.y[r], eta);
      }
      out.loglik += row.loglik;
      for (std::size_t i = 0; i < n; ++i) {
        out.gradient[i] += row.slope * x[i];
        const double weighted = row.weight * x[i];
        for (std::size_t j = 0; j <= i; ++j) out.information[i * n + j] += weighted * x[j];
      }
    }
  });
  LikelihoodPoint out{0, std::vector<double>(n, 0.0), std::vector<double>(n * n, 0.0)};
  for (const auto& part : sums) add(out, part);
  return out;
}

}  // namespace privet::mining
