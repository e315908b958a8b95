// SPDX-License-Identifier: Apache-2.0
#include "mining/regression/cox_curve.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"

namespace privet::mining {
namespace {

std::vector<double> column_means(const Matrix& x) {
  std::vector<double> out(x.columns, 0.0);
  for (std::size_t r = 0; r < x.rows; ++r) {
    for (std::size_t c = 0; c < x.columns; ++c) out[c] += x.row(r)[c];
  }
  for (double& mean : out) mean /= static_cast<double>(std::max<std::size_t>(x.rows, 1));
  return out;
}

// Sums over a risk set, of persons measured from the means.
struct RiskSums {
  double weight = 0;
  std::vector<double> x;  // weighted

  explicit RiskSums(std::size_t columns) : x(columns, 0.0) {}
  void add(double w, const std::vector<double>& away) {
    weight += w;
    for (std::size_t c = 0; c < x.size(); ++c) x[c] += w * away[c];
  }
};

// What one event time adds.
struct Increment {
  std::uint32_t stratum = 0;
  double time = 0;
  double hazard = 0;
  double variance = 0;          // of the events
  std::vector<double> leaning;  // of the hazard along each coefficient
};

Increment increment_of(const RiskSums& risk, const RiskSums& dying, std::uint64_t deaths,
                       Ties ties) {
  Increment out;
  out.leaning.assign(risk.x.size(), 0.0);
  for (std::uint64_t k = 0; k < deaths; ++k) {
    const double part =
        ties == Ties::Efron ? static_cast<double>(k) / static_cast<double>(deaths) : 0;
    const double weight = risk.weight - part * dying.weight;
    out.hazard += 1 / weight;
    out.variance += 1 / (weight * weight);
    for (std::size_t c = 0; c < out.leaning.size(); ++c) {
      out.leaning[c] += (risk.x[c] - part * dying.x[c]) / (weight * weight);
    }
  }
  return out;
}

std::vector<Increment> increments(const CoxData& data, const std::vector<double>& beta, Ties ties) {
  std::vector<std::size_t> order(data.x.rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return data.stratum[a] != data.stratum[b] ? data.stratum[a] < data.stratum[b]
                                              : data.time[a] > data.time[b];
  });
  const auto means = column_means(data.x);
  std::vector<Increment> out;
  RiskSums risk(data.x.columns);
  std::vector<double> away(data.x.columns);
  for (std::size_t i = 0; i < order.size();) {
    const std::size_t first = order[i];
    if (i > 0 && data.stratum[first] != data.stratum[order[i - 1]]) risk = RiskSums(data.x.columns);
    RiskSums dying(data.x.columns);
    std::uint64_t deaths = 0;
    for (; i < order.size() && data.stratum[order[i]] == data.stratum[first] &&
           data.time[order[i]] == data.time[first];
         ++i) {
      double eta = 0;
      for (std::size_t c = 0; c < away.size(); ++c) {
        away[c] = data.x.row(order[i])[c] - means[c];
        eta += beta[c] * away[c];
      }
      const double w = std::exp(eta);
      risk.add(w, away);
      if (!data.event[order[i]]) continue;
      dying.add(w, away);
      ++deaths;
    }
    if (deaths == 0) continue;
    Increment& step = out.emplace_back(increment_of(risk, dying, deaths, ties));
    step.stratum = data.stratum[first];
    step.time = data.time[first];
  }
  std::stable_sort(out.begin(), out.end(), [](const Increment& a, const Increment& b) {
    return a.stratum != b.stratum ? a.stratum < b.stratum : a.time < b.time;
  });
  return out;
}

double quadratic(const std::vector<double>& q, const std::vector<double>& square) {
  double sum = 0;
  for (std::size_t i = 0; i < q.size(); ++i) {
    for (std::size_t j = 0; j < q.size(); ++j) sum += q[i] * square[i * q.size() + j] * q[j];
  }
  return sum;
}

}  // namespace

std::vector<SurvivalStep> survival_at_means(const CoxData& data, const CoxModel& model) {
  PRIVET_CHECK(model.terms.size() == data.x.columns);
  std::vector<double> beta;
  for (const auto& term : model.terms) beta.push_back(term.coef);
  constexpr double kNormal = 1.959963984540054;  // of 95%
  std::vector<SurvivalStep> out;
  double hazard = 0;
  double variance = 0;
  std::vector<double> leaning(data.x.columns, 0.0);
  for (const auto& step : increments(data, beta, model.ties)) {
    if (!out.empty() && out.back().stratum != step.stratum) {
      hazard = variance = 0;
      std::fill(leaning.begin(), leaning.end(), 0.0);
    }
    hazard += step.hazard;
    variance += step.variance;
    for (std::size_t c = 0; c < leaning.size(); ++c) leaning[c] += step.leaning[c];
    const double error = std::sqrt(variance + quadratic(leaning, model.covariance));
    const double survival = std::exp(-hazard);
    out.push_back({.stratum = step.stratum,
                   .time = step.time,
                   .survival = survival,
                   .low = survival * std::exp(-kNormal * error),
                   .high = std::min(1.0, survival * std::exp(kNormal * error))});
  }
  return out;
}

}  // namespace privet::mining
