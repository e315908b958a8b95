// SPDX-License-Identifier: Apache-2.0
#include "perturb/noise.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/seeded_random.h"

namespace privet {
namespace {

using testing_support::SeededRandom;

std::vector<double> noise_of(const Column& before, const Column& after) {
  std::vector<double> out;
  for (RowId r = 0; r < before.codes.size(); ++r) {
    if (!before.missing(r)) out.push_back(after.number(r) - before.number(r));
  }
  return out;
}

// Normal with the stated deviation: the share below every point is that of the distribution, by
// Kolmogorov and Smirnov's distance (1.95 / sqrt(n) is passed by chance once in a thousand).
TEST(Noise, IsNormalWithTheStatedDeviation) {
  constexpr std::size_t kRecords = 20000;
  std::vector<std::string> values;
  for (std::size_t i = 0; i < kRecords; ++i) values.push_back(std::to_string(i % 97) + ".000001");
  values.emplace_back("?");
  const Column column = make_column("x", values);
  SeededRandom random(5);
  const auto made = add_noise(std::vector<NoisyColumn>{{&column, 2.5}}, false, random);
  EXPECT_EQ(made[0].text(RowId(kRecords)), "?");
  auto noise = noise_of(column, made[0]);
  ASSERT_EQ(noise.size(), kRecords);
  std::sort(noise.begin(), noise.end());
  double distance = 0;
  for (std::size_t i = 0; i < noise.size(); ++i) {
    const double share = 0.5 * std::erfc(-noise[i] / 2.5 / std::sqrt(2.0));
    distance = std::max(distance, std::abs(share - double(i) / double(kRecords)));
  }
  EXPECT_LT(distance, 1.95 / std::sqrt(double(kRecords)));
}

TEST(Noise, KeepsTheColumnsDecimals) {
  const Column column = make_column("x", {"1.25", "3", "7.5"});
  SeededRandom random(6);
  const auto made = add_noise(std::vector<NoisyColumn>{{&column, 4}}, false, random);
  for (RowId r = 0; r < 3; ++r) {
    const auto point = made[0].text(r).find('.');
    EXPECT_TRUE(point == std::string_view::npos || made[0].text(r).size() - point <= 3);
  }
}

TEST(Noise, IsCorrelatedAsTheColumnsAre) {
  constexpr std::size_t kRecords = 5000;
  SeededRandom source(7);
  std::vector<std::string> first;
  std::vector<std::string> second;
  for (std::size_t i = 0; i < kRecords; ++i) {
    const double common = source.normal();
    const double own = source.normal();
    first.push_back(std::to_string(10 * common));
    second.push_back(std::to_string(3 * (0.8 * common + 0.6 * own)));
  }
  const Column a = make_column("a", first);
  const Column b = make_column("b", second);
  EXPECT_NEAR(correlation_of(a, b), 0.8, 0.03);
  SeededRandom random(8);
  const std::vector<NoisyColumn> columns{{&a, 5}, {&b, 1}};
  const auto together = add_noise(columns, true, random);
  const auto apart = add_noise(columns, false, random);
  const auto correlation = [&](const std::vector<Column>& made) {
    const auto x = noise_of(a, made[0]);
    const auto y = noise_of(b, made[1]);
    double xy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) xy += x[i] * y[i];
    return xy / double(x.size()) / 5;
  };
  EXPECT_NEAR(correlation(together), correlation_of(a, b), 0.05);
  EXPECT_NEAR(correlation(apart), 0, 0.05);
}

TEST(Noise, CholeskyGivesTheMatrixBack) {
  const std::vector<std::vector<double>> matrix{{1, .5, .2}, {.5, 1, -.3}, {.2, -.3, 1}};
  const auto factor = cholesky(matrix);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < 3; ++k) sum += factor[i][k] * factor[j][k];
      EXPECT_NEAR(sum, matrix[i][j], 1e-12);
    }
  }
  // Two equal columns: the second follows the first.
  const auto equal = cholesky({{1, 1}, {1, 1}});
  EXPECT_EQ(equal[1][0], 1);
  EXPECT_EQ(equal[1][1], 0);
}

TEST(Noise, DeviationsAreThoseOfTheSample) {
  EXPECT_DOUBLE_EQ(deviation_of(make_column("x", {"1", "2", "3", "4", "?"})), std::sqrt(5.0 / 3));
  EXPECT_EQ(deviation_of(make_column("x", {"7"})), 0);
  EXPECT_EQ(correlation_of(make_column("x", {"1", "2"}), make_column("y", {"5", "5"})), 0);
}

}  // namespace
}  // namespace privet
