// SPDX-License-Identifier: Apache-2.0
#include "custody/attack/attack.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "custody/attack/advise.h"
#include "custody/encode.h"
#include "mining/tree/tree.h"
#include "tests/support/custody_tables.h"

namespace privet::custody {
namespace {

AttributePair pair_of(const std::vector<std::string>& original,
                      const std::vector<std::string>& encoded) {
  return pair_columns(make_column("v", original), make_column("v", encoded));
}

// Figure 7: row 2 and row 3.
AttributePair figure_7() {
  return pair_of({"1", "2", "15", "15", "27", "28", "29", "29", "29", "29", "42", "43", "44"},
                 {"6", "10", "8", "8", "19", "18", "27", "27", "27", "27", "35", "31", "33"});
}

TEST(AttributePair, FollowsTheRows) {
  const AttributePair pair = figure_7();
  EXPECT_EQ(pair.encoded, (std::vector<double>{6, 8, 10, 18, 19, 27, 31, 33, 35}));
  EXPECT_EQ(pair.original, (std::vector<double>{1, 15, 2, 28, 27, 29, 43, 44, 42}));
  EXPECT_EQ(pair.least, 1);
  EXPECT_EQ(pair.greatest, 44);
  EXPECT_EQ(pair.radius(0.5), 22);
  EXPECT_THROW(static_cast<void>(pair_of({"1", "1"}, {"3", "4"})), Error);
  EXPECT_THROW(static_cast<void>(pair_of({"1", "2"}, {"3", "3"})), Error);
  EXPECT_THROW(static_cast<void>(pair_of({"1", "?"}, {"3", "4"})), Error);
}

// Section 5.4: 27 has five values below and three above, so it lies in [6,41]; with a crack of
// width 2 five of those 36 points are near enough to 29.
TEST(Sorting, Section54) {
  const AttributePair pair = figure_7();
  const GuessRange range = sorting_range(pair, 5, false);
  EXPECT_EQ(range.low, 6);
  EXPECT_EQ(range.high, 41);
  EXPECT_DOUBLE_EQ(sorting_probability(range, 29, 2, 1), 5.0 / 36);
}

// By hand, radius 2: encoded 6 was 1 and lies in [1,36]: 1..3 are near, 3/36. 8 was 15, [2,37]:
// 5/36. 10 was 2, [3,38]: 3..4, 2/36. 18 was 28: 5/36. 19 was 27: 5/36. 27 was 29: 5/36. 31 was 43,
// [7,42]: 41..42, 2/36. 33 was 44, [8,43]: 42..43, 2/36. 35 was 42, [9,44]: 40..44, 5/36.
TEST(Sorting, CountsCracksOfFigure7) {
  EXPECT_DOUBLE_EQ(sorting_risk(figure_7(), 2, Counting::Values).risk, 34.0 / 36 / 9);
}

// By rows 15 counts twice and 29 four times: 34 + 5 + 15 of 36 points over 13 rows.
TEST(Sorting, CountsRowsNotValues) {
  EXPECT_DOUBLE_EQ(sorting_risk(figure_7(), 2, Counting::Rows).risk, 54.0 / 36 / 13);
}

// Values 0, 10, .. 90 behind an encoding that follows no curve: evenly spaced values are guessed by
// their rank exactly, whatever the encoding; sorting allows a wide range for each.
TEST(Guesses, RankSeesThroughAnyIncreasingEncoding) {
  const AttributePair pair =
      pair_of({"0", "10", "20", "30", "40", "50", "60", "70", "80", "90"},
              {"3", "4", "50", "51", "300", "301", "302", "900", "901", "5000"});
  const auto by_rank = guesses(Attack::Rank, pair, {}, pair.encoded, false);
  for (std::size_t i = 0; i < pair.size(); ++i) EXPECT_NEAR(by_rank[i], pair.original[i], 1e-9);
  AttackOptions options;
  options.knowledge = 0;
  options.trials = 3;
  const privet::Run run;
  const auto risks = attack_domains({pair}, options, run)[0];
  EXPECT_EQ(risks.worst, Attack::Rank);
  EXPECT_EQ(risks.worst_risk, 1);
  EXPECT_LT(risks.risks[0].good, 0.1);  // sorting
}

TEST(Guesses, RangeStretchesTheEncodedRange) {
  const AttributePair pair = pair_of({"100", "150", "200"}, {"9", "5", "1"});
  EXPECT_EQ(guesses(Attack::Range, pair, {}, pair.encoded, true),
            (std::vector<double>{200, 150, 100}));
  EXPECT_EQ(guesses(Attack::Range, pair, {}, std::vector<double>{3, 7}, false),
            (std::vector<double>{125, 175}));
  // A knowledge point bends the ranks: one of rank 1 was 190.
  const std::vector<KnowledgePoint> point{{5, 190}};
  EXPECT_EQ(guesses(Attack::Rank, pair, point, std::vector<double>{1, 3, 5, 9}, false),
            (std::vector<double>{100, 145, 190, 200}));
}

// Ninety of a hundred people share one value, the lowest, which every attack gets right.
TEST(Domains, RisksAreSharesOfRows) {
  std::vector<std::string> original(90, "1");
  std::vector<std::string> encoded(90, "17");
  for (int i = 1; i <= 10; ++i) {
    original.push_back(std::to_string(i * i * i * 100));
    encoded.push_back(std::to_string(20 + i));
  }
  const std::vector<AttributePair> pairs{pair_of(original, encoded)};
  AttackOptions options;
  options.attacks = {Attack::Range};
  options.trials = 1;
  const privet::Run run;
  EXPECT_GE(attack_domains(pairs, options, run)[0].worst_risk, 0.9);
  options.counting = Counting::Values;
  EXPECT_LE(attack_domains(pairs, options, run)[0].worst_risk, 0.4);
}

TEST(Sorting, SeesThroughReversal) {
  const AttributePair pair = pair_of({"1", "2", "3", "4"}, {"40", "30", "25", "10"});
  const SortingRisk risk = sorting_risk(pair, 0, Counting::Rows);
  EXPECT_TRUE(risk.descending);
  EXPECT_DOUBLE_EQ(risk.risk, 1);  // no gaps: every value is known
}

TEST(Curves, ByHand) {
  const std::vector<KnowledgePoint> two{{0, 10}, {10, 30}};
  const std::vector<double> x{-5, 0, 5, 10, 20};
  for (const Attack curve : {Attack::Regression, Attack::Polyline, Attack::Spline}) {
    EXPECT_EQ(fitted(curve, two, x), (std::vector<double>{0, 10, 20, 30, 50}));
    EXPECT_EQ(fitted(curve, {}, x), x);
    EXPECT_EQ(fitted(curve, std::vector<KnowledgePoint>{{1, 4}}, x),
              (std::vector<double>{-2, 3, 8, 13, 23}));
  }
  const std::vector<KnowledgePoint> three{{0, 0}, {1, 1}, {2, 0}};
  const std::vector<double> at{-1, 0, 0.5, 1, 1.5, 2, 3};
  // Least squares: the mean, slope 0.
  for (const double y : fitted(Attack::Regression, three, at)) EXPECT_NEAR(y, 1.0 / 3, 1e-12);
  EXPECT_EQ(fitted(Attack::Polyline, three, at), (std::vector<double>{-1, 0, 0.5, 1, 0.5, 0, -1}));
  // Natural spline: S = 1.5 t - 0.5 t^3 up to 1 and mirrored, slope 1.5 at the ends.
  const auto spline = fitted(Attack::Spline, three, at);
  const std::vector<double> expected{-1.5, 0, 0.6875, 1, 0.6875, 0, -1.5};
  for (std::size_t i = 0; i < at.size(); ++i) EXPECT_NEAR(spline[i], expected[i], 1e-12);
}

// A spline through many points of a smooth curve stays near it: four segments or more.
TEST(Curves, SplineFollowsASineWave) {
  std::vector<KnowledgePoint> points;
  std::vector<double> x;
  for (int i = 0; i <= 20; ++i) points.push_back({i * 0.3, std::sin(i * 0.3)});
  for (int i = 0; i <= 300; ++i) x.push_back(i * 0.02);
  const auto y = fitted(Attack::Spline, points, x);
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(y[i], std::sin(x[i]), 0.003);
}

TEST(Knowledge, GoodPointsAreNearAndBadOnesFar) {
  const AttributePair pair = figure_7();
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Sampler sampler(seed);
    const auto points = draw_knowledge(pair, 3, 1, 1.5, sampler);
    ASSERT_EQ(points.size(), 4U);
    std::size_t far = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (i > 0) {
        EXPECT_LT(points[i - 1].encoded, points[i].encoded);
      }
      const auto at = std::find(pair.encoded.begin(), pair.encoded.end(), points[i].encoded);
      ASSERT_NE(at, pair.encoded.end());
      const double off = std::abs(
          points[i].guess - pair.original[static_cast<std::size_t>(at - pair.encoded.begin())]);
      far += off > 7.5 ? 1 : 0;
      EXPECT_TRUE(off > 7.5 || off <= 1.5) << off;
    }
    EXPECT_EQ(far, 1U);
  }
}

// A straight line is found again from two points.
TEST(Domains, AnAffineEncodingFallsToTwoPoints) {
  const privet::Run run;
  std::vector<std::string> original;
  std::vector<std::string> encoded;
  for (int i = 0; i <= 100; ++i) {
    original.push_back(std::to_string(i * i));
    encoded.push_back(std::to_string(3 * i * i + 7));
  }
  const std::vector<AttributePair> pairs{pair_of(original, encoded)};
  AttackOptions options;
  options.knowledge = 2;
  options.radius = 1e-9;
  options.trials = 20;
  options.attacks = {Attack::Sorting, Attack::Regression, Attack::Polyline, Attack::Spline,
                     Attack::Combined};
  const auto domains = attack_domains(pairs, options, run);
  for (const AttackRisk& risk : domains[0].risks) {
    if (risk.attack == Attack::Sorting) continue;
    // Not all: a good point is near the truth, and far from both points the error grows.
    EXPECT_GT(risk.good, 0.6) << kAttackNames[static_cast<std::size_t>(risk.attack)];
    EXPECT_LT(risk.with_wrong_points, risk.good / 2);
  }
  EXPECT_LT(domains[0].risks[0].good, 0.01);
  EXPECT_NE(domains[0].worst, Attack::Sorting);
}

// Nobody knows a thing: the guess is the encoded value, and here it is off by 5 everywhere.
TEST(Domains, IgnorantAttackersTakeWhatTheySee) {
  const privet::Run run;
  const std::vector<AttributePair> pairs{pair_of({"10", "20", "31"}, {"15", "25", "36"})};
  AttackOptions options;
  options.knowledge = 0;
  options.wrong_points = 0;
  options.trials = 3;
  options.attacks = {Attack::Polyline};
  options.radius = 0.2;  // of 22 points: 4.4
  EXPECT_EQ(attack_domains(pairs, options, run)[0].risks[0].good, 0);
  options.radius = 0.25;  // 5.5
  EXPECT_EQ(attack_domains(pairs, options, run)[0].risks[0].good, 1);
}

TEST(Subspaces, NeedAllAttributesAtOnce) {
  const privet::Run run;
  // Without gaps sorting cracks all of a; b has no order left but its ends: 1 and 100 of four.
  const std::vector<AttributePair> pairs{
      pair_of({"1", "2", "3", "4"}, {"10", "20", "30", "40"}),
      pair_of({"1", "40", "70", "100"}, {"1.5", "20", "30", "101"})};
  AttackOptions options;
  options.knowledge = 0;
  options.wrong_points = 0;
  options.trials = 11;
  options.attacks = {Attack::Sorting, Attack::Polyline};
  options.radius = 0.01;
  const auto domains = attack_domains(pairs, options, run);
  EXPECT_EQ(domains[0].worst, Attack::Sorting);
  EXPECT_EQ(domains[0].worst_risk, 1);
  EXPECT_EQ(domains[1].worst, Attack::Polyline);
  EXPECT_EQ(domains[1].worst_risk, 0.5);  // 1.5 and 101 are within 1 of the truth
  const auto subspaces = attack_subspaces(pairs, domains, usual_subspaces(2), options, run);
  ASSERT_EQ(subspaces.size(), 1U);
  EXPECT_EQ(subspaces[0].risk, 0.5);
  EXPECT_EQ(usual_subspaces(3).size(), 4U);
}

TEST(Paths, NeedEveryCut) {
  const privet::Run run;
  const Table table = testing_support::figure_1();
  const std::vector<AttributePair> pairs{
      pair_of({"17", "20", "23", "32", "43", "68"}, {"18", "21", "24", "33", "44", "69"}),
      pair_of({"30000", "20000", "50000", "70000", "40000", "50000"},
              {"3", "2", "5", "7", "4", "5"})};
  auto options = mining::c45_options();
  options.min_leaf = 1;
  options.confidence = 0;
  const auto tree = mining::learn_tree(table, 2, options, run);
  ASSERT_EQ(tree.nodes.size(), 5U);
  TreePair both{&tree, {27.5, 0, 45000, 0, 0}, {0, 1}};
  AttackOptions attack;
  attack.knowledge = 0;
  attack.wrong_points = 0;
  attack.trials = 5;
  attack.attacks = {Attack::Polyline};
  // Who knows nothing takes the cuts as they are, which here are the true ones.
  const auto domains = attack_domains(pairs, attack, run);
  const auto paths = attack_paths(pairs, domains, both, attack, run);
  ASSERT_EQ(paths.size(), 2U);
  EXPECT_EQ(paths[0].length, 1U);
  EXPECT_EQ(paths[0].paths, 1U);
  EXPECT_EQ(paths[0].cracked, 1);
  EXPECT_EQ(paths[1].length, 2U);
  EXPECT_EQ(paths[1].paths, 2U);
  EXPECT_EQ(paths[1].cracked, 2);
  both.truths[2] = 1000;  // one cut of a path is wrong: the path is safe
  EXPECT_EQ(attack_paths(pairs, domains, both, attack, run)[1].cracked, 0);
}

TEST(Median, OfEvenAndOddMany) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median({}), 0);
}

// Figure 11 follows from Figure 8: values without monochromatic pieces are cracked as far as the
// radius (2% of the width) covers the range of guesses, which is as wide as the discontinuities.
TEST(Advise, Figure11FollowsFromFigure8) {
  struct Row {
    std::uint64_t width;
    std::uint64_t values;
    double monochromatic;
    double printed;
  };
  const std::vector<Row> figures{{2000, 1978, 0.742, 0.26}, {361, 361, 0, 1},
                                 {67, 67, 0.224, 0.78},     {1398, 551, 0.4, 0.04},
                                 {775, 700, 0.48, 0.22},    {7118, 5785, 0.629, 0.08},
                                 {255, 207, 0.396, 0.13},   {255, 185, 0.259, 0.11},
                                 {255, 255, 0.094, 0.90},   {7174, 5827, 0.668, 0.07}};
  for (const Row& row : figures) {
    // A domain of that shape: gaps spread evenly, monochromatic values at both ends.
    Domain domain;
    const auto free = static_cast<std::size_t>(row.monochromatic * static_cast<double>(row.values));
    for (std::size_t i = 0; i < row.values; ++i) {
      domain.values.push_back(static_cast<double>(i * (row.width - 1) / (row.values - 1)));
      const bool pure = i < free / 2 || i >= row.values - (free - free / 2);
      domain.labels.push_back(pure ? mining::ClassLabel{1} : kMixed);
    }
    Grid grid{0, 1, row.width, row.width - row.values};
    const std::vector<std::uint64_t> one_each(domain.size(), 1);
    EXPECT_NEAR(worst_sorting(domain, grid, 0.02 * static_cast<double>(row.width), 5, one_each),
                row.printed, 0.011)
        << row.width << " " << row.values;
  }
}

TEST(Advise, TellsSafeFromWeak) {
  const privet::Run run;
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 200; ++i) {
    // Every value twice: none is an identifier.
    rows.push_back({std::to_string(i % 100), std::to_string((i / 2) * (i / 2) * 7),
                    std::to_string(i / 2), i % 3 == 0 ? "x" : "y", i < 100 ? "a" : "b"});
  }
  const Table table = make_table({"dense", "gappy", "split", "text", "class"}, rows);
  const Advice advice = advise(table, 4, {}, run);
  ASSERT_EQ(advice.attributes.size(), 3U);
  EXPECT_TRUE(advice.attributes[0].weak_order);
  EXPECT_TRUE(advice.attributes[0].weak_pieces);
  EXPECT_EQ(advice.attributes[0].sorting_order, 1);
  // Gaps hide the squares from who knows the extremes only; four known values bend the line enough.
  EXPECT_LT(advice.attributes[1].sorting_order, 0.1);
  EXPECT_LT(advice.attributes[1].rank_order, 0.5);
  EXPECT_TRUE(advice.attributes[1].weak_order);
  const Advice fewer = advise(table, 4, {.knowledge = 0}, run);
  EXPECT_FALSE(fewer.attributes[1].weak_order);
  EXPECT_EQ(fewer.attributes[1].points_order, fewer.attributes[1].rank_order);
  EXPECT_TRUE(advice.attributes[2].weak_order);
  EXPECT_FALSE(advice.attributes[2].weak_pieces);
  EXPECT_EQ(advice.attributes[2].monochromatic.pieces, 2U);
  EXPECT_LT(advice.attributes[2].rank_pieces, 0.2);
  EXPECT_EQ(advice.attributes[2].sorting_pieces, 0);
  EXPECT_EQ(advice.nominal[0].unique_counts, 2U);
}

// Multiples of ten have nine gaps of ten, and sorting gets little; by rank everything is known.
TEST(Advise, EvenlySpreadValuesAreWeakWhateverTheirGaps) {
  const privet::Run run;
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 200; ++i) {
    rows.push_back({std::to_string(10 * (i % 100)), i % 3 == 0 ? "a" : "b"});
  }
  const Advice advice = advise(make_table({"tens", "class"}, rows), 1, {}, run);
  EXPECT_LT(advice.attributes[0].sorting_order, 0.1);
  EXPECT_EQ(advice.attributes[0].rank_order, 1);
  EXPECT_TRUE(advice.attributes[0].weak_order);
}

TEST(Advise, IdentifiersAreNeverSafe) {
  const privet::Run run;
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 40; ++i) {
    rows.push_back({std::to_string(1000 + i), std::to_string(i * i * i * 91),
                    "p" + std::to_string(i), std::to_string(i) + ".5", i % 3 == 0 ? "a" : "b"});
  }
  const Advice advice =
      advise(make_table({"n", "patient_id", "name", "x", "class"}, rows), 4, {}, run);
  ASSERT_EQ(advice.attributes.size(), 3U);
  EXPECT_TRUE(advice.attributes[0].identifier);
  EXPECT_TRUE(advice.attributes[0].weak_pieces);
  EXPECT_TRUE(advice.attributes[1].identifier);
  EXPECT_FALSE(advice.attributes[2].identifier);  // a measurement
  EXPECT_TRUE(advice.nominal[0].names);
}

}  // namespace
}  // namespace privet::custody
