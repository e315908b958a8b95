// SPDX-License-Identifier: Apache-2.0
#include "quasi/sample/sample_size.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace privet::quasi {
namespace {

std::uint64_t at_least(double size) {
  constexpr double kLargest = 9e18;
  return static_cast<std::uint64_t>(std::ceil(std::clamp(size, 1.0, kLargest)));
}

}  // namespace

double log_sets(std::size_t columns) {
  return static_cast<double>(columns) * std::numbers::ln2;
}

double log_sets(std::size_t columns, std::size_t max_size) {
  if (max_size >= columns) return log_sets(columns);
  double total = 0.0;  // ln of the sum so far, which begins with the empty set
  double of_size = 0.0;
  for (std::size_t i = 1; i <= max_size; ++i) {
    of_size += std::log(static_cast<double>(columns - i + 1) / static_cast<double>(i));
    total = std::max(total, of_size) + std::log1p(std::exp(-std::abs(total - of_size)));
  }
  return total;
}

std::uint64_t pairs_for_separation(double log_sets, double epsilon, double delta) {
  return at_least((log_sets - std::log(delta)) / -std::log1p(-epsilon));
}

std::uint64_t rows_for_separation(double log_sets, double epsilon, double delta,
                                  std::uint64_t rows) {
  // A set that leaves more than epsilon unseparated is a key of r rows with probability at most
  // 2 (1 + x) e^-x, where x = r sqrt(epsilon (1 - 1/rows)). Solve x - ln(1 + x) = wanted upwards.
  const double wanted = log_sets - std::log(delta) + std::numbers::ln2;
  double x = wanted;
  for (int step = 0; step < 100; ++step) x = wanted + std::log1p(x);
  if (rows < 2) return rows;
  const double share = 1.0 - 1.0 / static_cast<double>(rows);
  return std::min(rows, at_least(x / std::sqrt(epsilon * share) * (1.0 + 1e-12)));
}

std::uint64_t rows_for_distinct(double log_sets, double epsilon, double delta, std::uint64_t rows) {
  const auto n = static_cast<double>(rows);
  const double square = 2.0 * (1.0 - epsilon) / epsilon * n * (log_sets - std::log(delta));
  const double size = std::ceil(std::sqrt(square));
  // The lemma is about k (k - 1) where the theorem takes k^2. Drawing without repeats makes up for
  // it, except for very small samples, which take one row more.
  const bool covered = (size - 1.0) * (2.0 * size - 1.0) >= 3.0 * n;
  return std::min(rows, at_least(covered ? size : size + 1.0));
}

std::uint64_t pairs_for_beta(double log_sets, double beta, double epsilon, double delta) {
  return at_least(16.0 / (beta * epsilon * epsilon) * (log_sets - std::log(delta)));
}

double mask_bound(double log_sets, double beta, double delta, std::uint64_t size) {
  const double spread = 2.0 * (log_sets - std::log(delta)) / (beta * static_cast<double>(size));
  return (1.0 - std::sqrt(spread)) * beta;
}

std::uint64_t least_mask_sample(double log_sets, double beta, double delta) {
  return at_least(std::floor(2.0 * (log_sets - std::log(delta)) / beta) + 1.0);
}

}  // namespace privet::quasi
