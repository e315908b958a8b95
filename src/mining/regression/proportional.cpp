// SPDX-License-Identifier: Apache-2.0
#include "mining/regression/proportional.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "mining/numbers/distributions.h"
#include "mining/regression/cholesky.h"
#include "mining/regression/kaplan_meier.h"

namespace privet::mining {
namespace {

// One minus the survival of all rows just before each event time.
std::map<double, double> lost_before(const CoxData& data) {
  CoxData pooled = data;
  pooled.strata = {""};
  pooled.stratum.assign(data.stratum.size(), 0);
  std::map<double, double> out;
  double before = 1;
  const auto curves = survival_curves(pooled, {});
  for (const auto& step : curves.front().steps) {
    if (step.events > 0) out[step.time] = 1 - before;
    before = step.survival;
  }
  return out;
}

// The score test's sums: slopes of the coefficients' change with g, and the information of all.
struct Sums {
  std::vector<double> slopes;
  std::vector<double> plain, once, twice;  // information, times g, times g squared
};

Sums sums_of(const CoxData& data, std::span<const double> beta, Ties ties) {
  const std::size_t n = data.x.columns;
  const auto g_of = lost_before(data);
  double mean = 0;  // over the events; the test does not depend on it, its rounding does
  double events = 0;
  for (std::size_t r = 0; r < data.time.size(); ++r) {
    if (!data.event[r]) continue;
    mean += g_of.at(data.time[r]);
    events += 1;
  }
  mean /= events;
  const std::vector<double> zero(n * n, 0.0);
  Sums out{std::vector<double>(n, 0.0), zero, zero, zero};
  const PlainCoxOracle oracle(data, ties);
  oracle.each_risk_set(beta, [&](const CoxSums& sums, double time) {
    if (sums.deaths == 0) return;
    CoxPoint part{0, std::vector<double>(n, 0.0), zero};
    add_risk_set(sums, ties, part);
    const double g = g_of.at(time) - mean;
    for (std::size_t i = 0; i < n; ++i) {
      out.slopes[i] += g * part.gradient[i];
      for (std::size_t j = 0; j <= i; ++j) {
        const double cell = part.information[i * n + j];
        out.plain[i * n + j] += cell;
        out.once[i * n + j] += g * cell;
        out.twice[i * n + j] += g * g * cell;
      }
    }
  });
  return out;
}

double cell(const std::vector<double>& lower, std::size_t n, std::size_t i, std::size_t j) {
  return lower[std::max(i, j) * n + std::min(i, j)];
}

// The statistic when the coefficients in `free` may change with time.
std::optional<double> statistic(const Sums& sums, std::size_t n,
                                const std::vector<std::size_t>& free) {
  const std::size_t m = n + free.size();
  std::vector<double> square(m * m, 0.0);
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const std::size_t a = i < n ? i : free[i - n];
      const std::size_t b = j < n ? j : free[j - n];
      const auto& from = i < n ? sums.plain : (j < n ? sums.once : sums.twice);
      square[i * m + j] = cell(from, n, a, b);
    }
  }
  std::vector<double> score(m, 0.0);
  for (std::size_t i = n; i < m; ++i) score[i] = sums.slopes[free[i - n]];
  const Cholesky factor(square, m, 1e-13);
  if (factor.dependent()) return std::nullopt;
  const auto solved = factor.solve(score);
  double out = 0;
  for (std::size_t i = n; i < m; ++i) out += score[i] * solved[i];
  return out;
}

}  // namespace

std::vector<ProportionalTest> test_proportional(const CoxData& data, std::span<const double> beta,
                                                Ties ties) {
  const std::size_t n = data.x.columns;
  if (n == 0) return {};
  const auto [scaled, exponents] = in_units(data);
  std::vector<double> in_scale(beta.begin(), beta.end());
  for (std::size_t i = 0; i < n; ++i) in_scale[i] = std::ldexp(in_scale[i], exponents[i]);
  const Sums sums = sums_of(scaled, in_scale, ties);
  std::vector<ProportionalTest> out;
  const auto add = [&](const std::string& name, const std::vector<std::size_t>& free) {
    const auto found = statistic(sums, n, free);
    if (!found) return;
    const auto freedom = static_cast<double>(free.size());
    out.push_back({name, *found, freedom, chi_squared_tail(*found, freedom)});
  };
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < n;) {
    std::vector<std::size_t> group;
    const std::size_t first = i;
    for (; i < n && data.of_column[i] == data.of_column[first]; ++i) group.push_back(i);
    add(data.columns[data.of_column[first]], group);
    all.insert(all.end(), group.begin(), group.end());
  }
  add("(all)", all);
  return out;
}

}  // namespace privet::mining
