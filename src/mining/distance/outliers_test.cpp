// SPDX-License-Identifier: Apache-2.0
#include "mining/distance/outliers.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/sampling.h"

namespace privet::mining {
namespace {

// The definition: all pairs.
std::vector<RowId> by_definition(const Matrix& points, const OutlierOptions& options) {
  std::vector<RowId> out;
  const double reach = options.metric.p == 2 ? options.distance * options.distance
                                             : std::pow(options.distance, options.metric.p);
  for (std::size_t i = 0; i < points.rows; ++i) {
    std::size_t far = 0;
    for (std::size_t j = 0; j < points.rows; ++j) {
      if (options.metric.powered(points.row(i), points.row(j)) > reach) ++far;
    }
    if (far >= rows_needed(options.fraction, points.rows)) out.push_back(static_cast<RowId>(i));
  }
  return out;
}

TEST(Outliers, AtLeastMeansAtLeast) {
  const privet::Run run;
  // Of four rows, 3 is far from three: exactly 75%.
  const Matrix points{4, 1, {0, 1, 2, 10}};
  EXPECT_EQ(find_outliers(points, {0.75, 2.5, {}}, run), (std::vector<RowId>{3}));
  EXPECT_EQ(find_outliers(points, {0.76, 2.5, {}}, run), std::vector<RowId>{});
  // "Farther than D": a distance of exactly 8 is not.
  EXPECT_EQ(find_outliers(points, {0.75, 8, {}}, run), std::vector<RowId>{});
  EXPECT_EQ(find_outliers(points, {1.0, 0, {}}, run), std::vector<RowId>{});
}

TEST(Outliers, FractionsAreReadAsDecimals) {
  EXPECT_EQ(rows_needed(0.55, 100), 55U);
  EXPECT_EQ(rows_needed(0.95, 20), 19U);
  EXPECT_EQ(rows_needed(0.951, 20), 20U);
  EXPECT_EQ(rows_needed(0.07, 100), 7U);
}

TEST(Outliers, EqualTheDefinitionOnRandomPoints) {
  const privet::Run run;
  Sampler sampler(41);
  for (int round = 0; round < 120; ++round) {
    const std::size_t columns = 1 + sampler.below(5);
    Matrix points{1 + sampler.below(400), columns, {}};
    for (std::size_t i = 0; i < points.rows * columns; ++i) {
      points.cells.push_back(round % 2 == 0 ? static_cast<double>(sampler.below(10))
                                            : sampler.normal());
    }
    OutlierOptions options;
    options.fraction = 0.3 + 0.69 * sampler.unit();
    options.distance = round % 2 == 0 ? static_cast<double>(sampler.below(9)) : 3 * sampler.unit();
    options.metric.p = static_cast<double>(1 + sampler.below(3));
    ASSERT_EQ(find_outliers(points, options, run), by_definition(points, options)) << round;
  }
}

// Columns lie at several sites; each adds its part of every distance.
class SiteOutlierOracle final : public OutlierOracle {
 public:
  SiteOutlierOracle(const Matrix& points, const OutlierOptions& options)
      : points_(points), options_(options) {}
  std::optional<std::vector<bool>> outlying() override {
    std::vector<bool> out;
    for (std::size_t i = 0; i < points_.rows; ++i) {
      std::size_t far = 0;
      for (std::size_t j = 0; j < points_.rows; ++j) {
        double left = -options_.distance * options_.distance;
        for (std::size_t site = 0; site < points_.columns; ++site) {
          const double d = points_.row(i)[site] - points_.row(j)[site];
          left += d * d;
        }
        if (left > 0) ++far;
      }
      out.push_back(far >= rows_needed(options_.fraction, points_.rows));
    }
    return out;
  }

 private:
  const Matrix& points_;
  OutlierOptions options_;
};

TEST(Outliers, SitesThatAddTheirDistancesFindTheSame) {
  const privet::Run run;
  Sampler sampler(42);
  for (int round = 0; round < 20; ++round) {
    Matrix points{100, 3, {}};
    for (int i = 0; i < 300; ++i) points.cells.push_back(static_cast<double>(sampler.below(12)));
    const OutlierOptions options{0.9, static_cast<double>(3 + sampler.below(4)), {}};
    SiteOutlierOracle sites(points, options);
    ASSERT_EQ(find_outliers(sites, run), find_outliers(points, options, run));
  }
}

TEST(Outliers, ASuggestedDistanceFindsTheShareAskedFor) {
  const privet::Run run;
  Matrix points{200, 1, {}};
  for (int i = 0; i < 198; ++i) points.cells.push_back(i % 50);
  points.cells.push_back(500);
  points.cells.push_back(-700);
  OutlierOptions options{.fraction = 0.95};
  options.distance = suggest_distance(points, options, 0.01, run);
  EXPECT_EQ(find_outliers(points, options, run), (std::vector<RowId>{198, 199}));
  const Matrix same{3, 1, {4, 4, 4}};
  EXPECT_EQ(suggest_distance(same, options, 0.01, run), 0);
}

TEST(Outliers, RefusesParametersOutOfRange) {
  const privet::Run run;
  const Matrix points{2, 1, {0, 1}};
  EXPECT_THROW((void)find_outliers(points, {0, 1, {}}, run), Error);
  EXPECT_THROW((void)find_outliers(points, {1.1, 1, {}}, run), Error);
  EXPECT_THROW((void)find_outliers(points, {0.5, -1, {}}, run), Error);
  EXPECT_THROW((void)find_outliers(points, {0.5, 1, {0.5}}, run), Error);
}

}  // namespace
}  // namespace privet::mining
