// SPDX-License-Identifier: Apache-2.0
#include "mining/distance/principal.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/sampling.h"
#include "data/csv/read_csv.h"
#include "mining/distance/kmeans.h"
#include "tests/support/shared_data.h"

namespace privet::mining {
namespace {

TEST(Principal, AxesAreOrthonormalAndKeepTheVariance) {
  Sampler sampler(2);
  Matrix points{50, 4, {}};
  for (int i = 0; i < 200; ++i) points.cells.push_back(sampler.normal() * (i % 4 + 1));
  const PrincipalAxes axes = principal_axes(points);
  for (std::size_t a = 0; a < 4; ++a) {
    for (std::size_t b = 0; b < 4; ++b) {
      double dot = 0;
      for (std::size_t c = 0; c < 4; ++c) dot += axes.axes.row(a)[c] * axes.axes.row(b)[c];
      EXPECT_NEAR(dot, a == b ? 1 : 0, 1e-12);
    }
    // The variance of the projections is what the axis says.
    const Matrix along = axes.project(points, 4);
    double squares = 0;
    for (std::size_t r = 0; r < 50; ++r) squares += along.row(r)[a] * along.row(r)[a];
    EXPECT_NEAR(squares / 49, axes.variance[a], 1e-9);
    if (a > 0) {
      EXPECT_LE(axes.variance[a], axes.variance[a - 1]);
    }
  }
  EXPECT_NEAR(axes.share(4), 1, 1e-12);
}

TEST(Principal, OneColumnAndOneRowWork) {
  const Matrix column{3, 1, {1, 2, 3}};
  EXPECT_NEAR(principal_axes(column).variance[0], 1, 1e-12);
  EXPECT_EQ(principal_axes(column).project(column, 2).row(0)[1], 0);
  EXPECT_EQ(principal_axes({1, 2, {5, 6}}).share(1), 1);
}

// PCA and KMeans(n_init=50) of scikit-learn 1.2.1 on wine: columns divided by their standard
// deviations (of n - 1 rows), by their ranges, and as they are.
TEST(PrincipalData, WineIsThatOfScikitLearn) {
  PRIVET_NEED_DATA("wine/wine.csv");
  const privet::Run run;
  const Table table = read_csv(testing_support::shared_data("wine/wine.csv"), {}, run).table;
  std::vector<AttributeId> columns;
  std::vector<std::string> names;
  for (AttributeId c = 0; c < table.columns(); ++c) {
    if (table.column(c).name == "class") continue;
    columns.push_back(c);
    names.push_back(table.column(c).name);
  }
  const Matrix raw = points_of(table, columns);
  const auto scaled = [&](KMeansScale scale) { return in_units(raw, units_of(raw, scale)); };
  const PrincipalAxes axes = principal_axes(scaled(KMeansScale::Deviation));
  EXPECT_NEAR(axes.variance[0], 4.70585025, 1e-7);
  EXPECT_NEAR(axes.variance[1], 2.49697373, 1e-7);
  EXPECT_NEAR(axes.share(2), 0.5540633835693529, 1e-10);
  EXPECT_NEAR(std::abs(axes.axes.row(0)[1]), 0.24518758, 1e-7);
  const auto inertia = [&](KMeansScale scale) {
    const Matrix points = scaled(scale);
    return spread(points, best_clustering(points, 3, {50, 1}, names, {}, run), Metric{});
  };
  EXPECT_NEAR(inertia(KMeansScale::None) / 2370689.686782969, 1, 1e-9);
  EXPECT_NEAR(inertia(KMeansScale::Deviation) / 1270.7491153118076, 1, 1e-9);
  EXPECT_NEAR(inertia(KMeansScale::Range) / 48.9540358196266, 1, 1e-9);
}

}  // namespace
}  // namespace privet::mining
