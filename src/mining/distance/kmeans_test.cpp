// SPDX-License-Identifier: Apache-2.0
#include "mining/distance/kmeans.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "base/sampling.h"

namespace privet::mining {
namespace {

Matrix random_points(Sampler& sampler, std::size_t rows, std::size_t columns) {
  Matrix out{rows, columns, {}};
  for (std::size_t i = 0; i < rows * columns; ++i) {
    out.cells.push_back(static_cast<double>(sampler.below(32)));
  }
  return out;
}

TEST(KMeans, TwoClustersByHand) {
  const privet::Run run;
  const Matrix points{6, 2, {1, 1, 1, 2, 2, 1, 8, 8, 9, 8, 8, 9}};
  const Matrix start{2, 2, {1, 1, 1, 2}};
  const Clustering found = cluster(points, start, {"x", "y"}, {}, run);
  EXPECT_EQ(found.assignment, (std::vector<std::uint32_t>{0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(found.model.sizes, (std::vector<std::uint64_t>{3, 3}));
  EXPECT_DOUBLE_EQ(found.model.centers.row(0)[0], 4.0 / 3);
  EXPECT_DOUBLE_EQ(found.model.centers.row(1)[1], 25.0 / 3);
  EXPECT_TRUE(found.model.converged);
  EXPECT_EQ(load_kmeans(save_kmeans(found.model), "m.json"), found.model);
  EXPECT_GT(silhouette(points, found.assignment, {}, 100, 1, run), 0.8);
}

TEST(KMeans, TheSmallestIndexWinsATieAndAnEmptyClusterKeepsItsCenter) {
  struct Listener final : Observer {
    std::string said;
    void progress(std::string_view /*stage*/, double /*fraction*/) override {}
    void warn(std::string_view message) override { said += message; }
  } listener;
  const privet::Run run(&listener, nullptr, 1);
  const Matrix points{2, 1, {0, 2}};
  const Matrix start{2, 1, {1, 1}};
  const Clustering found = cluster(points, start, {"x"}, {}, run);
  EXPECT_EQ(found.assignment, (std::vector<std::uint32_t>{0, 0}));
  EXPECT_EQ(found.model.centers.cells, (std::vector<double>{1, 1}));
  EXPECT_EQ(listener.said, "cluster 1 is empty and keeps its center");
}

TEST(KMeans, EndsAtAFixedPointOnRandomPoints) {
  const privet::Run run;
  Sampler sampler(31);
  for (int round = 0; round < 40; ++round) {
    const Matrix points = random_points(sampler, 60, 3);
    const Clustering found =
        cluster(points, starting_centers(points, 4, sampler()), {"a", "b", "c"}, {}, run);
    ASSERT_TRUE(found.model.converged);
    const Metric euclid;
    for (std::size_t r = 0; r < 60; ++r) {
      const double own =
          euclid.powered(points.row(r), found.model.centers.row(found.assignment[r]));
      for (std::uint32_t c = 0; c < 4; ++c) {
        const double other = euclid.powered(points.row(r), found.model.centers.row(c));
        ASSERT_TRUE(c < found.assignment[r] ? other > own : other >= own);
      }
    }
    for (std::uint32_t c = 0; c < 4; ++c) {
      if (found.model.sizes[c] == 0) continue;
      double sum = 0;
      for (std::size_t r = 0; r < 60; ++r) {
        if (found.assignment[r] == c) sum += points.row(r)[1];
      }
      ASSERT_NEAR(found.model.centers.row(c)[1], sum / static_cast<double>(found.model.sizes[c]),
                  1e-12);
    }
  }
}

// Columns lie at several sites; each keeps its part of the centers, distances are added.
class SiteKMeansOracle final : public KMeansOracle {
 public:
  SiteKMeansOracle(const Matrix& points, Matrix centers, const Metric& metric)
      : points_(points), centers_(std::move(centers)), metric_(metric) {}
  [[nodiscard]] std::size_t clusters() const override { return centers_.rows; }
  std::vector<std::uint32_t> nearest() override {
    std::vector<std::uint32_t> out;
    for (std::size_t r = 0; r < points_.rows; ++r) {
      std::vector<double> sums(centers_.rows, 0.0);
      for (std::size_t site = 0; site < points_.columns; ++site) {
        for (std::size_t c = 0; c < centers_.rows; ++c) {
          sums[c] += metric_.term(points_.row(r)[site] - centers_.row(c)[site]);
        }
      }
      out.push_back(
          static_cast<std::uint32_t>(std::min_element(sums.begin(), sums.end()) - sums.begin()));
    }
    return out;
  }
  bool settle(std::span<const std::uint32_t> assignment, double threshold) override {
    std::vector<double> moved(centers_.rows, 0.0);
    for (std::size_t site = 0; site < points_.columns; ++site) {
      for (std::size_t c = 0; c < centers_.rows; ++c) {
        double sum = 0;
        double n = 0;
        for (std::size_t r = 0; r < points_.rows; ++r) {
          if (assignment[r] != c) continue;
          sum += points_.row(r)[site];
          n += 1;
        }
        if (n == 0) continue;
        moved[c] += metric_.term(sum / n - centers_.row(c)[site]);
        centers_.row(c)[site] = sum / n;
      }
    }
    double total = 0;
    for (const double m : moved) total += metric_.root(m);
    return total <= threshold;
  }
  Matrix centers() override { return centers_; }

 private:
  const Matrix& points_;
  Matrix centers_;
  Metric metric_;
};

TEST(KMeans, SitesThatAddTheirDistancesFindTheSameClusters) {
  const privet::Run run;
  Sampler sampler(32);
  for (int round = 0; round < 40; ++round) {
    const Matrix points = random_points(sampler, 50, 4);
    KMeansOptions options;
    options.metric.p = round % 2 == 0 ? 2 : 1;
    options.max_rounds = 60;
    const Matrix start = starting_centers(points, 5, sampler());
    const std::vector<std::string> names{"a", "b", "c", "d"};
    const Clustering plain = cluster(points, start, names, options, run);
    SiteKMeansOracle oracle(points, start, options.metric);
    const Clustering sites = cluster(oracle, names, options, run);
    ASSERT_EQ(sites.model, plain.model);
    ASSERT_EQ(sites.assignment, plain.assignment);
  }
}

TEST(KMeans, SilhouetteIsTheDefinition) {
  const privet::Run run;
  const Matrix points{4, 1, {0, 1, 10, 30}};
  const std::vector<std::uint32_t> assignment{0, 0, 1, 1};
  // a/b of the rows: 1/20, 1/19, 20/9.5, 20/29.5.
  const double expected =
      ((20 - 1) / 20.0 + (19 - 1) / 19.0 + (9.5 - 20) / 20 + (29.5 - 20) / 29.5) / 4;
  EXPECT_NEAR(silhouette(points, assignment, {}, 100, 1, run), expected, 1e-12);
}

TEST(KMeans, KeepsTheBestOfSeveralStarts) {
  const privet::Run run;
  Sampler sampler(7);
  const Matrix points = random_points(sampler, 80, 2);
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  for (std::uint64_t seed = 5; seed < 15; ++seed) {
    const auto one = cluster(points, spread_centers(points, 6, {}, seed), {"x", "y"}, {}, run);
    least = std::min(least, spread(points, one, {}));
    most = std::max(most, spread(points, one, {}));
  }
  ASSERT_LT(least, most);  // otherwise the starts do not matter here
  const auto best = best_clustering(points, 6, {10, 5}, {"x", "y"}, {}, run);
  EXPECT_EQ(spread(points, best, {}), least);
}

TEST(KMeans, RefusesMoreClustersThanRows) {
  const privet::Run run;
  const Matrix points{3, 1, {1, 1, 2}};
  EXPECT_THROW((void)starting_centers(points, 3, 1), Error);
  EXPECT_THROW((void)cluster(points, {4, 1, {1, 2, 3, 4}}, {"x"}, {}, run), Error);
  const Table text = make_table({"x"}, {{"1"}, {"two"}});
  try {
    (void)points_of(text, std::vector<AttributeId>{0});
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "row 2, column 'x': a number is needed, not 'two'");
  }
}

// Five groups far apart: random rows often begin twice in one group and end in a poor optimum; one
// start from rows drawn far apart hardly ever does.
TEST(KMeans, CentersFarApartFindFarGroups) {
  const privet::Run run;
  Sampler sampler(71);
  Matrix points{0, 2, {}};
  for (int i = 0; i < 250; ++i) {
    points.cells.push_back(100.0 * (i % 5) + sampler.normal());
    points.cells.push_back((i % 5 == 2 ? 300.0 : 0.0) + sampler.normal());
    ++points.rows;
  }
  std::size_t poor = 0;
  std::size_t poor_apart = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto plain = cluster(points, starting_centers(points, 5, seed), {"x", "y"}, {}, run);
    poor += spread(points, plain, {}) > 1000 ? 1 : 0;
    const auto apart = best_clustering(points, 5, {1, seed}, {"x", "y"}, {}, run);
    poor_apart += spread(points, apart, {}) > 1000 ? 1 : 0;
  }
  EXPECT_GE(poor, 10U);
  EXPECT_LE(poor_apart, 2U);
}

TEST(KMeans, CentersFarApartAreDifferentRowsAndRefuseMoreThanThereAre) {
  const Matrix points{6, 1, {1, 1, 1, 2, 2, 7}};
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    auto centers = spread_centers(points, 3, {}, seed).cells;
    std::sort(centers.begin(), centers.end());
    EXPECT_EQ(centers, (std::vector<double>{1, 2, 7}));
  }
  EXPECT_THROW((void)spread_centers(points, 4, {}, 1), Error);
}

}  // namespace
}  // namespace privet::mining
