// SPDX-License-Identifier: Apache-2.0
// Minkowski distances without the final root: comparing |x - y|^p sums is comparing distances.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

namespace privet::mining {

// p = 1 Manhattan, p = 2 Euclid, any p >= 1.
struct Metric {
  double p = 2;

  [[nodiscard]] double term(double difference) const {
    if (p == 2) return difference * difference;
    const double size = std::abs(difference);
    return p == 1 ? size : std::pow(size, p);
  }
  // The sum of the terms: the distance to the power p.
  [[nodiscard]] double powered(std::span<const double> a, std::span<const double> b) const {
    double sum = 0;
    if (p == 2) {
      for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    } else {
      for (std::size_t i = 0; i < a.size(); ++i) sum += term(a[i] - b[i]);
    }
    return sum;
  }
  [[nodiscard]] double root(double powered_distance) const {
    if (p == 2) return std::sqrt(powered_distance);
    return p == 1 ? powered_distance : std::pow(powered_distance, 1 / p);
  }
  [[nodiscard]] double distance(std::span<const double> a, std::span<const double> b) const {
    return root(powered(a, b));
  }
};

}  // namespace privet::mining
