// SPDX-License-Identifier: Apache-2.0
#include "privacy/sampling_theorem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace privet {
namespace {

// The chance that more than `above` of n are drawn, each with the chance beta; a little more than
// it is, never less.
double tail(std::size_t n, double above, double beta) {
  const auto whole = static_cast<double>(n);
  // A product just below a whole number may be that number.
  const double first = std::floor(above * (1 - 1e-12)) + 1;
  if (first > whole) return 0;
  double j = std::max(0.0, first);
  const double log_term = std::lgamma(whole + 1) - std::lgamma(j + 1) - std::lgamma(whole - j + 1) +
                          j * std::log(beta) + (whole - j) * std::log1p(-beta);
  double term = std::exp(log_term);
  double sum = 0;
  const double odds = beta / (1 - beta);
  for (; j <= whole; ++j) {
    sum += term;
    term *= (whole - j) / (j + 1) * odds;
    if (term < sum * 1e-17) break;
  }
  return sum * (1 + 1e-9);
}

double gamma_of(double epsilon, double beta) {
  return 1 - (1 - beta) * std::exp(-epsilon);
}

}  // namespace

double largest_sampling(double epsilon) {
  return -std::expm1(-epsilon);
}

double sampling_delta(std::size_t k, double epsilon, double beta) {
  PRIVET_CHECK(epsilon > 0 && 0 < beta && beta <= largest_sampling(epsilon) && k >= 1);
  const double gamma = gamma_of(epsilon, beta);
  const double divergence =
      gamma * std::log(gamma / beta) + (1 - gamma) * std::log((1 - gamma) / (1 - beta));
  PRIVET_CHECK(divergence > 0);
  const double start = std::ceil(static_cast<double>(k) / gamma * (1 - 1e-12) - 1);
  double most = 0;
  for (auto n = static_cast<std::size_t>(std::max(0.0, start));; ++n) {
    if (std::exp(-static_cast<double>(n) * divergence) <= most) return most;
    most = std::max(most, tail(n, gamma * static_cast<double>(n), beta));
    if (std::exp(-static_cast<double>(n) * divergence) < 1e-300) return std::max(most, 1e-300);
  }
}

std::size_t sampling_k(double epsilon, double delta, double beta) {
  PRIVET_CHECK(0 < delta && delta < 1);
  constexpr std::size_t kMost = 1'000'000;
  // delta(k) never rises with k: the maximum is over fewer n.
  std::size_t low = 0;  // not enough, or 0
  std::size_t high = 1;
  while (sampling_delta(high, epsilon, beta) > delta) {
    low = high;
    high *= 2;
    if (high > kMost) {
      throw Error(ErrorCode::Usage,
                  fmt::format("epsilon = {} and delta = {} need groups of more than {} records; "
                              "choose a larger one",
                              epsilon, delta, kMost));
    }
  }
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    (sampling_delta(middle, epsilon, beta) > delta ? low : high) = middle;
  }
  return high;
}

}  // namespace privet
