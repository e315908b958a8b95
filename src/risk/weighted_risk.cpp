// SPDX-License-Identifier: Apache-2.0
#include "risk/weighted_risk.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace privet {

double individual_risk(std::size_t records, double people) {
  const auto f = static_cast<double>(records);
  if (people <= f) return 1 / f;
  const double p = f / people;
  const double q = 1 - p;
  if (p >= 0.5 || records >= 64) {
    double term = 1;
    double sum = 1;
    for (double n = 0; term > sum * 1e-17; ++n) {
      term *= (n + 1) * q / (f + 1 + n);
      sum += term;
    }
    return p / f * sum;
  }
  // r(1) = a log(1/p), r(f) = a (1 / (f - 1) - r(f - 1)) with a = p / q < 1: no error grows.
  const double a = p / q;
  double risk = -a * std::log(p);
  for (double i = 2; i <= f; ++i) risk = a * (1 / (i - 1) - risk);
  return risk;
}

WeightedRisk measure_weighted(std::span<const double> weights, const RowGroups& groups,
                              double threshold) {
  WeightedRisk out{.smallest = std::numeric_limits<double>::infinity(), .threshold = threshold};
  std::vector<double> people(groups.sizes.size());
  for (std::size_t r = 0; r < weights.size(); ++r) people[groups.group_of[r]] += weights[r];
  std::size_t at_risk = 0;
  for (std::size_t g = 0; g < people.size(); ++g) {
    const std::uint32_t size = groups.sizes[g];
    if (people[g] < static_cast<double>(size)) ++out.light_classes;
    const double risk = individual_risk(size, people[g]);
    out.risk_of_group.push_back(risk);
    out.people += people[g];
    out.smallest = std::min(out.smallest, people[g]);
    out.highest = std::max(out.highest, risk);
    out.expected += risk * static_cast<double>(size);
    if (risk > threshold) at_risk += size;
  }
  if (weights.empty()) return {.threshold = threshold};
  out.average = out.expected / static_cast<double>(weights.size());
  out.fraction_at_risk = static_cast<double>(at_risk) / static_cast<double>(weights.size());
  return out;
}

}  // namespace privet
