// SPDX-License-Identifier: Apache-2.0
// The partial likelihood by risk sets, the concordance and the baseline hazard.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "mining/regression/cox.h"

namespace privet::mining {
namespace {

// Rows by stratum, then by falling time.
std::vector<std::size_t> by_falling_time(const CoxData& data) {
  std::vector<std::size_t> order(data.x.rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (data.stratum[a] != data.stratum[b]) return data.stratum[a] < data.stratum[b];
    return data.time[a] > data.time[b];
  });
  return order;
}

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void add_to(std::vector<double>& to, const std::vector<double>& from) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
}

// Counts by rank that can be asked for all ranks below one.
class RankCounts {
 public:
  explicit RankCounts(std::size_t ranks) : tree_(ranks + 1, 0) {}
  void add(std::size_t rank) {
    for (std::size_t i = rank + 1; i < tree_.size(); i += i & (~i + 1)) ++tree_[i];
  }
  [[nodiscard]] std::uint64_t below(std::size_t rank) const {
    std::uint64_t sum = 0;
    for (std::size_t i = rank; i > 0; i -= i & (~i + 1)) sum += tree_[i];
    return sum;
  }

 private:
  std::vector<std::uint64_t> tree_;
};

}  // namespace

CoxSums::CoxSums(std::size_t columns)
    : death_x(columns, 0.0),
      risk_wx(columns, 0.0),
      death_wx(columns, 0.0),
      risk_wxx(columns * columns, 0.0),
      death_wxx(columns * columns, 0.0) {}

void CoxSums::add(const CoxSums& other) {
  deaths += other.deaths;
  death_eta += other.death_eta;
  risk_w += other.risk_w;
  death_w += other.death_w;
  add_to(death_x, other.death_x);
  add_to(risk_wx, other.risk_wx);
  add_to(death_wx, other.death_wx);
  add_to(risk_wxx, other.risk_wxx);
  add_to(death_wxx, other.death_wxx);
}

// Efron: the k-th of d tied deaths sees the risk set less k/d of those who die; Breslow: less
// nothing.
void add_risk_set(const CoxSums& sums, Ties ties, CoxPoint& point) {
  const std::size_t n = sums.death_x.size();
  if (sums.deaths == 0) return;
  point.loglik += sums.death_eta;
  for (std::size_t i = 0; i < n; ++i) point.gradient[i] += sums.death_x[i];
  const auto deaths = static_cast<double>(sums.deaths);
  const std::uint64_t steps = ties == Ties::Efron ? sums.deaths : 1;
  const double weight = ties == Ties::Efron ? 1.0 : deaths;
  std::vector<double> mean(n);
  for (std::uint64_t k = 0; k < steps; ++k) {
    const double part = static_cast<double>(k) / deaths;
    const double total = sums.risk_w - part * sums.death_w;
    point.loglik -= weight * std::log(total);
    for (std::size_t i = 0; i < n; ++i) {
      mean[i] = (sums.risk_wx[i] - part * sums.death_wx[i]) / total;
      point.gradient[i] -= weight * mean[i];
      for (std::size_t j = 0; j <= i; ++j) {
        const double second = (sums.risk_wxx[i * n + j] - part * sums.death_wxx[i * n + j]) / total;
        point.information[i * n + j] += weight * (second - mean[i] * mean[j]);
      }
    }
  }
}

PlainCoxOracle::PlainCoxOracle(const CoxData& data, Ties ties) : ties_(ties), x_(data.x) {
  const auto order = by_falling_time(data);
  std::vector<double> mean(data.x.columns, 0.0);
  for (std::size_t r = 0; r < data.x.rows; ++r) {
    for (std::size_t c = 0; c < mean.size(); ++c) mean[c] += data.x.row(r)[c];
  }
  for (auto& m : mean) m /= static_cast<double>(std::max<std::size_t>(data.x.rows, 1));
  for (std::size_t r = 0; r < order.size(); ++r) {
    for (std::size_t c = 0; c < mean.size(); ++c) x_.row(r)[c] = data.x.row(order[r])[c] - mean[c];
    time_.push_back(data.time[order[r]]);
    event_.push_back(data.event[order[r]]);
    stratum_.push_back(data.stratum[order[r]]);
  }
}

CoxPoint PlainCoxOracle::evaluate(std::span<const double> beta) {
  const std::size_t n = x_.columns;
  CoxPoint point{0, std::vector<double>(n, 0.0), std::vector<double>(n * n, 0.0)};
  each_risk_set(beta,
                [&](const CoxSums& sums, double /*time*/) { add_risk_set(sums, ties_, point); });
  return point;
}

void PlainCoxOracle::each_risk_set(
    std::span<const double> beta,
    const std::function<void(const CoxSums&, double time)>& visit) const {
  const std::size_t n = x_.columns;
  std::vector<double> eta(x_.rows);
  for (std::size_t r = 0; r < x_.rows; ++r) eta[r] = dot(x_.row(r), beta);
  // A common factor of all weights cancels; this one keeps them from overflowing.
  const double top = eta.empty() ? 0.0 : *std::max_element(eta.begin(), eta.end());
  CoxSums sums(n);
  for (std::size_t r = 0; r < x_.rows;) {
    if (r == 0 || stratum_[r] != stratum_[r - 1]) sums = CoxSums(n);
    sums.deaths = 0;
    sums.death_eta = 0;
    sums.death_w = 0;
    std::fill(sums.death_x.begin(), sums.death_x.end(), 0.0);
    std::fill(sums.death_wx.begin(), sums.death_wx.end(), 0.0);
    std::fill(sums.death_wxx.begin(), sums.death_wxx.end(), 0.0);
    const std::size_t first = r;
    for (; r < x_.rows && time_[r] == time_[first] && stratum_[r] == stratum_[first]; ++r) {
      const double w = std::exp(eta[r] - top);
      const auto x = x_.row(r);
      sums.risk_w += w;
      if (event_[r]) {
        ++sums.deaths;
        sums.death_eta += eta[r] - top;
        sums.death_w += w;
      }
      for (std::size_t i = 0; i < n; ++i) {
        sums.risk_wx[i] += w * x[i];
        if (event_[r]) sums.death_x[i] += x[i];
        if (event_[r]) sums.death_wx[i] += w * x[i];
        for (std::size_t j = 0; j <= i; ++j) {
          const double cell = w * x[i] * x[j];
          sums.risk_wxx[i * n + j] += cell;
          if (event_[r]) sums.death_wxx[i * n + j] += cell;
        }
      }
    }
    visit(sums, time_[first]);
  }
}

std::vector<CoxSums> risk_sums_at(const CoxData& data, std::span<const double> beta,
                                  std::span<const double> times) {
  const std::size_t n = data.x.columns;
  const auto order = by_falling_time(data);
  std::vector<CoxSums> out;
  CoxSums sums(n);
  std::size_t next = 0;
  for (const double time : times) {
    sums.deaths = 0;
    sums.death_eta = 0;
    sums.death_w = 0;
    for (auto* part : {&sums.death_x, &sums.death_wx, &sums.death_wxx}) {
      std::fill(part->begin(), part->end(), 0.0);
    }
    for (; next < order.size() && data.time[order[next]] >= time; ++next) {
      const auto x = data.x.row(order[next]);
      const bool dies = data.event[order[next]] && data.time[order[next]] == time;
      const double eta = dot(x, beta);
      const double w = std::exp(eta);
      sums.risk_w += w;
      if (dies) {
        ++sums.deaths;
        sums.death_eta += eta;
        sums.death_w += w;
      }
      for (std::size_t i = 0; i < n; ++i) {
        sums.risk_wx[i] += w * x[i];
        if (dies) sums.death_x[i] += x[i];
        if (dies) sums.death_wx[i] += w * x[i];
        for (std::size_t j = 0; j <= i; ++j) {
          const double cell = w * x[i] * x[j];
          sums.risk_wxx[i * n + j] += cell;
          if (dies) sums.death_wxx[i * n + j] += cell;
        }
      }
    }
    out.push_back(sums);
  }
  return out;
}

double concordance(const CoxData& data, std::span<const double> beta) {
  const std::size_t rows = data.x.rows;
  std::vector<double> eta(rows);
  for (std::size_t r = 0; r < rows; ++r) eta[r] = dot(data.x.row(r), beta);
  std::vector<double> sorted(eta);
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  const auto rank = [&](std::size_t r) {
    return static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), eta[r]) -
                                    sorted.begin());
  };
  const auto order = by_falling_time(data);
  RankCounts later(sorted.size());
  std::uint64_t outlive = 0;
  double right = 0;
  double pairs = 0;
  for (std::size_t i = 0; i < order.size();) {
    if (i > 0 && data.stratum[order[i]] != data.stratum[order[i - 1]]) {
      later = RankCounts(sorted.size());
      outlive = 0;
    }
    std::size_t end = i;
    while (end < order.size() && data.stratum[order[end]] == data.stratum[order[i]] &&
           data.time[order[end]] == data.time[order[i]]) {
      ++end;
    }
    const auto insert = [&](bool events) {
      for (std::size_t k = i; k < end; ++k) {
        if (data.event[order[k]] != events) continue;
        later.add(rank(order[k]));
        ++outlive;
      }
    };
    insert(false);  // one censored at this time is known to outlive one who dies then
    for (std::size_t k = i; k < end; ++k) {
      if (!data.event[order[k]]) continue;
      const std::size_t own = rank(order[k]);
      const auto below = static_cast<double>(later.below(own));
      const auto equal = static_cast<double>(later.below(own + 1)) - below;
      right += below + equal / 2;
      pairs += static_cast<double>(outlive);
    }
    insert(true);
    i = end;
  }
  return pairs == 0 ? 0.5 : right / pairs;
}

std::vector<HazardStep> baseline_hazard(const CoxData& data, std::span<const double> beta,
                                        Ties ties) {
  const auto order = by_falling_time(data);
  std::vector<HazardStep> out;  // by falling time, not yet cumulative
  double risk = 0;
  for (std::size_t i = 0; i < order.size();) {
    const std::size_t first = order[i];
    if (i > 0 && data.stratum[first] != data.stratum[order[i - 1]]) risk = 0;
    double dying = 0;
    std::uint64_t deaths = 0;
    for (; i < order.size() && data.stratum[order[i]] == data.stratum[first] &&
           data.time[order[i]] == data.time[first];
         ++i) {
      const double w = std::exp(dot(data.x.row(order[i]), beta));
      risk += w;
      if (!data.event[order[i]]) continue;
      dying += w;
      ++deaths;
    }
    double step = 0;
    for (std::uint64_t k = 0; k < deaths; ++k) {
      const double part =
          ties == Ties::Efron ? static_cast<double>(k) / static_cast<double>(deaths) : 0;
      step += 1 / (risk - part * dying);
    }
    out.push_back({data.stratum[first], data.time[first], step});
  }
  std::stable_sort(out.begin(), out.end(), [](const HazardStep& a, const HazardStep& b) {
    return a.stratum != b.stratum ? a.stratum < b.stratum : a.time < b.time;
  });
  for (std::size_t i = 1; i < out.size(); ++i) {
    if (out[i].stratum == out[i - 1].stratum) out[i].hazard += out[i - 1].hazard;
  }
  return out;
}

}  // namespace privet::mining
