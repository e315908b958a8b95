// SPDX-License-Identifier: Apache-2.0
#include "mining/distance/nearest_centers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/sampling.h"
#include "mining/distance/kmeans.h"
#include "mining/distance/squared_distances.h"

namespace privet::mining {
namespace {

// By definition: all distances of every point, the first of the least.
std::vector<std::uint32_t> nearest_of_all(const Matrix& points, const Matrix& centers,
                                          const Metric& metric) {
  std::vector<std::uint32_t> out(points.rows);
  for (std::size_t r = 0; r < points.rows; ++r) {
    double best = std::numeric_limits<double>::infinity();
    for (std::uint32_t c = 0; c < centers.rows; ++c) {
      const double distance = metric.powered(points.row(r), centers.row(c));
      if (!(distance < best)) continue;
      best = distance;
      out[r] = c;
    }
  }
  return out;
}

// Small whole numbers, so that ties are common, or fractions.
Matrix random_points(Sampler& sampler, std::size_t rows, std::size_t columns, bool whole) {
  Matrix out{rows, columns, {}};
  for (std::size_t i = 0; i < rows * columns; ++i) {
    const auto value = static_cast<double>(sampler.below(9));
    out.cells.push_back(whole ? value : value / 7 + 1e-9 * static_cast<double>(sampler.below(3)));
  }
  return out;
}

TEST(NearestCenters, FindWhatTakingAllDistancesFinds) {
  const privet::Run run;
  Sampler sampler(5);
  for (int scene = 0; scene < 60; ++scene) {
    const Metric metric{scene % 3 == 0 ? 2.0 : (scene % 3 == 1 ? 1.0 : 3.0)};
    const std::size_t columns = 1 + sampler.below(5);
    const Matrix points = random_points(sampler, 300, columns, scene % 2 == 0);
    Matrix centers = random_points(sampler, 1 + sampler.below(30), columns, scene % 2 == 0);
    NearestCenters nearest(points, metric);
    std::vector<double> moved(centers.rows);
    for (int round = 0; round < 12; ++round) {
      const auto found = nearest.find(centers, moved, run);
      ASSERT_EQ(found, nearest_of_all(points, centers, metric)) << scene << ' ' << round;
      Matrix after = means_of(points, found, centers);
      // Sometimes a center jumps, as none does in k-means.
      if (sampler.below(4) == 0) after.cells[sampler.below(after.cells.size())] += 2;
      for (std::size_t c = 0; c < centers.rows; ++c) {
        moved[c] = metric.distance(after.row(c), centers.row(c));
      }
      centers = std::move(after);
    }
  }
}

TEST(SquaredDistances, AreThoseOfTheMetricToTheLastBit) {
  Sampler sampler(6);
  for (const std::size_t count : {1U, 7U, 8U, 9U, 26U, 40U}) {
    const Matrix centers = random_points(sampler, count, 11, false);
    const Matrix points = random_points(sampler, 20, 11, false);
    const SquaredDistances squared(centers);
    std::vector<double> out(squared.padded());
    for (std::size_t r = 0; r < points.rows; ++r) {
      squared.from(points.row(r), out);
      for (std::size_t c = 0; c < count; ++c) {
        ASSERT_EQ(out[c], Metric{}.powered(points.row(r), centers.row(c)));
      }
    }
  }
}

TEST(SquaredDistances, RootsAreThoseOfTheLibrary) {
  Sampler sampler(7);
  std::vector<double> numbers;
  for (std::size_t i = 0; i < 1003; ++i) numbers.push_back(sampler.unit() * 1e6);
  std::vector<double> roots = numbers;
  take_roots(roots);
  for (std::size_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(roots[i], std::sqrt(numbers[i]));
}

}  // namespace
}  // namespace privet::mining
