// SPDX-License-Identifier: Apache-2.0
// The theorem of sampling and k by its definition, and what it says of neighbouring tables.
#include "privacy/differential_privacy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "privacy/sampling_theorem.h"

namespace privet {
namespace {

double choose(int n, int j) {
  double out = 1;
  for (int i = 1; i <= j; ++i) out *= static_cast<double>(n - j + i) / i;
  return out;
}
double binomial(int j, int n, double beta) {
  return choose(n, j) * std::pow(beta, j) * std::pow(1 - beta, n - j);
}

// The formula as it stands in the paper, over many n.
double delta_by_definition(int k, double epsilon, double beta) {
  const double gamma = (std::exp(epsilon) - 1 + beta) / std::exp(epsilon);
  double most = 0;
  for (int n = static_cast<int>(std::ceil(k / gamma - 1)); n < 12 * k + 60; ++n) {
    double sum = 0;
    for (int j = 0; j <= n; ++j) {
      if (j > gamma * n + 1e-9) sum += binomial(j, n, beta);
    }
    most = std::max(most, sum);
  }
  return most;
}

TEST(SamplingTheorem, IsTheFormulaOfThePaper) {
  for (const double epsilon : {0.5, 1.0, 2.0}) {
    for (const double part : {0.25, 0.6, 1.0}) {
      const double beta = part * largest_sampling(epsilon);
      for (const int k : {1, 2, 5, 9, 14}) {
        const double wanted = delta_by_definition(k, epsilon, beta);
        const double found = sampling_delta(static_cast<std::size_t>(k), epsilon, beta);
        EXPECT_NEAR(found, wanted, 1e-8 * wanted + 1e-300) << epsilon << " " << beta << " " << k;
        EXPECT_GE(found, wanted * (1 - 1e-12));
      }
    }
  }
}

TEST(SamplingTheorem, FindsTheSmallestK) {
  for (const double epsilon : {0.3, 1.0, 2.0}) {
    for (const double delta : {1e-2, 1e-5, 1e-9}) {
      const double beta = largest_sampling(epsilon);
      const std::size_t k = sampling_k(epsilon, delta, beta);
      EXPECT_LE(sampling_delta(k, epsilon, beta), delta);
      EXPECT_GT(sampling_delta(k - 1, epsilon, beta), delta);
      EXPECT_EQ(make_differential_privacy(epsilon, delta, beta)->smallest_class(), k);
    }
  }
}

// What is promised, by enumeration: of a group of n records the release shows how many were drawn
// if these are k or more, and nothing otherwise. With one record more, the chance of any set of
// outcomes changes by a factor of e^epsilon at most, except for delta, both ways.
TEST(SamplingTheorem, HoldsForNeighbours) {
  constexpr double kEpsilon = 1;
  const double beta = largest_sampling(kEpsilon);
  for (const std::size_t k : {2U, 4U, 8U}) {
    const double delta = sampling_delta(k, kEpsilon, beta);
    for (int n = 0; n < 60; ++n) {
      const auto chance = [&](int records, int shown) {  // 0: nothing
        if (shown > 0) return shown > records ? 0 : binomial(shown, records, beta);
        double sum = 0;
        for (int j = 0; j < static_cast<int>(k) && j <= records; ++j) {
          sum += binomial(j, records, beta);
        }
        return sum;
      };
      double more = 0;  // what the worst set of outcomes gains in each direction
      double fewer = 0;
      for (int shown = 0; shown <= n + 1; ++shown) {
        if (shown > 0 && shown < static_cast<int>(k)) continue;
        const double with = chance(n + 1, shown);
        const double without = chance(n, shown);
        more += std::max(0.0, with - std::exp(kEpsilon) * without);
        fewer += std::max(0.0, without - std::exp(kEpsilon) * with);
      }
      EXPECT_LE(more, delta * (1 + 1e-9)) << k << " " << n;
      EXPECT_LE(fewer, delta * (1 + 1e-9)) << k << " " << n;
    }
  }
}

}  // namespace
}  // namespace privet
