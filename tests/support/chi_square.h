// SPDX-License-Identifier: Apache-2.0
// Pearson's chi-square test of uniform counts.
#pragma once

#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>

namespace privet::testing_support {

// Whether the counts are what a uniform source gives, save in one of about 10^9 tries: the cube
// root approximation of Wilson and Hilferty turns chi-square into a standard normal value.
inline bool looks_uniform(std::span<const std::size_t> counts) {
  const auto total =
      static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::size_t{0}));
  const double expected = total / static_cast<double>(counts.size());
  double chi_square = 0;
  for (const auto count : counts) {
    const double off = static_cast<double>(count) - expected;
    chi_square += off * off / expected;
  }
  const auto freedom = static_cast<double>(counts.size() - 1);
  const double spread = 2.0 / (9.0 * freedom);
  const double normal = (std::cbrt(chi_square / freedom) - (1.0 - spread)) / std::sqrt(spread);
  return std::abs(normal) < 6.0;
}

}  // namespace privet::testing_support
