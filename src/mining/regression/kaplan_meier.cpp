// SPDX-License-Identifier: Apache-2.0
#include "mining/regression/kaplan_meier.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "mining/numbers/distributions.h"
#include "mining/regression/cholesky.h"

namespace privet::mining {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// Rows by rising time.
std::vector<std::size_t> by_time(const CoxData& data) {
  std::vector<std::size_t> order(data.time.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return data.time[a] < data.time[b]; });
  return order;
}

// `spread` is the standard error of log survival.
void set_band(KaplanMeierStep& step, double spread, double reach, BandScale scale) {
  const double s = step.survival;
  step.error = s > 0 ? s * spread : 0.0;
  step.low = step.high = s;
  if (!(s > 0)) {
    step.low = step.high = scale == BandScale::Plain ? 0.0 : kNone;
    return;
  }
  if (s == 1) return;
  if (scale == BandScale::Log) {
    step.low = s * std::exp(-reach * spread);
    step.high = std::min(1.0, s * std::exp(reach * spread));
  } else if (scale == BandScale::LogLog) {
    const double shift = reach * spread / std::log(s);  // negative
    step.low = std::exp(-std::exp(std::log(-std::log(s)) - shift));
    step.high = std::exp(-std::exp(std::log(-std::log(s)) + shift));
  } else {
    step.low = std::max(0.0, s - reach * step.error);
    step.high = std::min(1.0, s + reach * step.error);
  }
}

// Where a falling curve reaches one half; the middle of the stretch where it equals one half.
template <class Value>
std::optional<double> half_of(const std::vector<KaplanMeierStep>& steps, const Value& value) {
  constexpr double kRounding = 1e-9;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const double at = value(steps[i]);
    if (std::isnan(at) || at > 0.5 + kRounding) continue;
    if (at < 0.5 - kRounding) return steps[i].time;
    for (std::size_t j = i + 1; j < steps.size(); ++j) {
      const double next = value(steps[j]);
      if (!std::isnan(next) && next < 0.5 - kRounding) return (steps[i].time + steps[j].time) / 2;
    }
    return steps[i].time;
  }
  return std::nullopt;
}

}  // namespace

std::vector<SurvivalCurve> survival_curves(const CoxData& data, const SurvivalOptions& options) {
  const double reach = normal_two_sided_quantile(1 - options.level);
  std::vector<SurvivalCurve> out(data.strata.size());
  for (std::size_t g = 0; g < out.size(); ++g) out[g].group = data.strata[g];
  for (std::size_t r = 0; r < data.time.size(); ++r) ++out[data.stratum[r]].rows;
  for (const std::size_t r : by_time(data)) {
    SurvivalCurve& curve = out[data.stratum[r]];
    if (curve.steps.empty() || curve.steps.back().time != data.time[r]) {
      curve.steps.push_back({.time = data.time[r]});
    }
    ++(data.event[r] ? curve.steps.back().events : curve.steps.back().censored);
    curve.events += data.event[r] ? 1 : 0;
  }
  for (auto& curve : out) {
    std::uint64_t left = curve.rows;
    double survival = 1;
    double variance = 0;
    for (auto& step : curve.steps) {
      step.at_risk = left;
      left -= step.events + step.censored;
      const auto n = static_cast<double>(step.at_risk);
      const auto d = static_cast<double>(step.events);
      survival *= 1 - d / n;
      if (step.events == step.at_risk) survival = 0;
      variance += d > 0 && d < n ? d / (n * (n - d)) : 0.0;
      step.survival = survival;
      set_band(step, std::sqrt(variance), reach, options.scale);
    }
    curve.median = half_of(curve.steps, [](const auto& step) { return step.survival; });
    curve.median_low = half_of(curve.steps, [](const auto& step) { return step.low; });
    curve.median_high = half_of(curve.steps, [](const auto& step) { return step.high; });
  }
  return out;
}

LogRank log_rank(const CoxData& data) {
  const std::size_t groups = data.strata.size();
  LogRank out;
  out.expected.assign(groups, 0.0);
  std::vector<double> at_risk(groups, 0.0);
  std::vector<double> observed(groups, 0.0);
  for (std::size_t r = 0; r < data.time.size(); ++r) {
    at_risk[data.stratum[r]] += 1;
    if (data.event[r]) observed[data.stratum[r]] += 1;
  }
  if (groups < 2) return out;
  const std::size_t k = groups - 1;  // the last group follows from the others
  std::vector<double> variance(k * k, 0.0);
  const auto order = by_time(data);
  for (std::size_t i = 0; i < order.size();) {
    const double time = data.time[order[i]];
    const double n = std::accumulate(at_risk.begin(), at_risk.end(), 0.0);
    std::vector<double> leaving(groups, 0.0);
    double d = 0;
    for (; i < order.size() && data.time[order[i]] == time; ++i) {
      leaving[data.stratum[order[i]]] += 1;
      if (data.event[order[i]]) d += 1;
    }
    for (std::size_t a = 0; d > 0 && a < groups; ++a) {
      out.expected[a] += d * at_risk[a] / n;
      if (a == k || n < 2) continue;
      const double factor = d * (n - d) / (n - 1) / n;
      for (std::size_t b = 0; b < k; ++b) {
        variance[a * k + b] += factor * ((a == b ? at_risk[a] : 0.0) - at_risk[a] * at_risk[b] / n);
      }
    }
    for (std::size_t g = 0; g < groups; ++g) at_risk[g] -= leaving[g];
  }
  const Cholesky factor(variance, k, 1e-12);
  if (factor.dependent()) return out;
  std::vector<double> off(k);
  for (std::size_t g = 0; g < k; ++g) off[g] = observed[g] - out.expected[g];
  const auto solved = factor.solve(off);
  for (std::size_t g = 0; g < k; ++g) out.statistic += off[g] * solved[g];
  out.freedom = static_cast<double>(k);
  out.p = chi_squared_tail(out.statistic, out.freedom);
  return out;
}

}  // namespace privet::mining
