// SPDX-License-Identifier: Apache-2.0
#include "mining/distance/fixed_distance.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "base/sampling.h"
#include "data/formats/open_table.h"
#include "mining/distance/fixed_oracles.h"
#include "tests/support/shared_data.h"

namespace privet::mining {
namespace {

using testing_support::shared_data;

Matrix random_points(Sampler& sampler, std::size_t rows, std::size_t columns, double step) {
  Matrix out{rows, columns, {}};
  for (std::size_t i = 0; i < rows * columns; ++i) {
    out.cells.push_back(static_cast<double>(sampler.below(200)) * step);
  }
  return out;
}

// Tenths and hundredths have no exact binary form; as multiples of the unit they count exactly.
TEST(FixedDistance, DecimalsCountAsTheyAreWritten) {
  const FixedDistance measure{.metric = {2}, .unit = 0.01, .range = 100};
  EXPECT_EQ(measure.term(5.1 - 4.9), 400U);
  EXPECT_EQ(measure.term(0.3 - 0.1), 400U);
  EXPECT_EQ(measure.limit(0.2), 400U);
  EXPECT_EQ(measure.limit(0.07), 49U);
  EXPECT_EQ(measure.limit(0.075), 56U);  // 56.25
  EXPECT_EQ(measure.bits(), 27U);        // 10^8
  const FixedDistance manhattan{.metric = {1}, .unit = 0.01, .range = 100};
  EXPECT_EQ(manhattan.term(-0.07), 7U);
  EXPECT_EQ(manhattan.term_above(0.0701), 8U);
  EXPECT_EQ(manhattan.term_above(1e-12), 1U);
  EXPECT_EQ(manhattan.term_above(0), 0U);
}

TEST(FixedDistance, RefusesWhatHasTooManyUnits) {
  EXPECT_NO_THROW((FixedDistance{.metric = {2}, .unit = 1, .range = 33554432}.check()));
  EXPECT_THROW((FixedDistance{.metric = {2}, .unit = 1, .range = 33554433}.check()), Error);
  EXPECT_THROW((FixedDistance{.metric = {2}, .unit = 0, .range = 1}.check()), Error);
  EXPECT_THROW((FixedDistance{.metric = {2}, .unit = 1, .range = INFINITY}.check()), Error);
}

TEST(FixedDistance, ARangeThatIsExceededIsRefusedWithTheWidestColumn) {
  const std::vector<std::string> names{"a", "b"};
  const FixedColumns within(Matrix{2, 2, {0, 0, 3, -4}}, {.metric = {2}, .unit = 1, .range = 5});
  EXPECT_NO_THROW(within.check_range(names));
  EXPECT_EQ(within.distance(0, within.points().row(1)), 25U);
  const FixedColumns beyond(Matrix{2, 2, {0, 0, 3, -4}}, {.metric = {2}, .unit = 1, .range = 4.9});
  try {
    beyond.check_range(names);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("column 'b' spans 4"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("--range"), std::string::npos);
  }
  const FixedColumns huge(Matrix{2, 1, {0, 1e140}}, {.metric = {2}, .unit = 1, .range = 4.9});
  EXPECT_THROW(huge.check_range(names), Error);
}

// Distances of full precision give the same wherever values are multiples of the unit and nothing
// ties; whole numbers also where things do.
TEST(FixedDistance, KMeansAndOutliersAreThoseOfFullPrecision) {
  const privet::Run run;
  Sampler sampler(9);
  for (int round = 0; round < 40; ++round) {
    const double step = round % 2 == 0 ? 1.0 : 0.125;  // binary forms that are exact
    const auto points = random_points(sampler, 60, 3, step);
    const double p = round % 4 < 2 ? 2 : 1;
    const FixedColumns columns(points, {.metric = {p}, .unit = 1.0 / 1024, .range = 1000});
    const auto start = starting_rows(points.rows, 4, static_cast<std::uint64_t>(round));
    Matrix centers{4, 3, {}};
    for (const auto row : start) {
      centers.cells.insert(centers.cells.end(), points.row(row).begin(), points.row(row).end());
    }
    const KMeansOptions options{.metric = {p}};
    PlainKMeansOracle plain(points, centers, {p}, run);
    FixedKMeansOracle fixed(columns, start, run);
    const auto a = cluster(plain, {"a", "b", "c"}, options, run);
    const auto b = cluster(fixed, {"a", "b", "c"}, options, run);
    ASSERT_EQ(a.assignment, b.assignment) << round;
    ASSERT_EQ(a.model, b.model) << round;
    const OutlierOptions asked{0.9, step * 30, {p}};
    FixedOutlierOracle outliers(columns, asked, run);
    ASSERT_EQ(find_outliers(outliers, run).value(), find_outliers(points, asked, run)) << round;
  }
}

// The sum is the same wherever columns lie: it is made of the columns' own whole terms.
TEST(FixedDistance, PartsAddUpWhereverTheColumnsAre) {
  Sampler sampler(3);
  const auto points = random_points(sampler, 20, 4, 0.0317);
  const FixedDistance measure{.metric = {2}, .unit = 0.01, .range = 100};
  Matrix left{20, 1, {}};
  Matrix right{20, 3, {}};
  for (std::size_t r = 0; r < 20; ++r) {
    left.cells.push_back(points.row(r)[2]);
    for (const std::size_t c : {3U, 0U, 1U}) right.cells.push_back(points.row(r)[c]);
  }
  const FixedColumns whole(points, measure);
  const FixedColumns one(left, measure);
  const FixedColumns other(right, measure);
  for (std::size_t r = 0; r < 20; ++r) {
    EXPECT_EQ(whole.distance(0, points.row(r)),
              one.distance(0, left.row(r)) + other.distance(0, right.row(r)));
  }
}

// Tenths tie on the way, where full precision rounds; they lead to the same clusters.
TEST(FixedDistance, RealClustersAreThoseOfFullPrecision) {
  PRIVET_NEED_DATA("iris/iris.csv");
  const privet::Run run;
  const Table table = read_table({.path = shared_data("iris/iris.csv")}, run).table;
  const auto points = points_of(table, std::vector<AttributeId>{0, 1, 2, 3});
  const FixedColumns columns(points, {});
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto start = starting_rows(points.rows, 3, seed);
    Matrix centers{3, 4, {}};
    for (const auto row : start) {
      centers.cells.insert(centers.cells.end(), points.row(row).begin(), points.row(row).end());
    }
    PlainKMeansOracle plain(points, centers, {}, run);
    FixedKMeansOracle fixed(columns, start, run);
    const auto a = cluster(plain, {"a", "b", "c", "d"}, {}, run);
    const auto b = cluster(fixed, {"a", "b", "c", "d"}, {}, run);
    EXPECT_EQ(a.assignment, b.assignment) << seed;
    EXPECT_EQ(a.model.centers, b.model.centers) << seed;
  }
}

}  // namespace
}  // namespace privet::mining
