// SPDX-License-Identifier: Apache-2.0
#include "mining/class_quality.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <mutex>

#include "base/sampling.h"

namespace privet::mining {
namespace {

std::vector<ClassLabel> labels_of(std::initializer_list<std::uint32_t> list) {
  std::vector<ClassLabel> out;
  for (const std::uint32_t label : list) out.emplace_back(label);
  return out;
}

// By definition: all pairs of a row of the class and one of another.
double pairs_won(const std::vector<ClassLabel>& labels, const std::vector<double>& p,
                 std::size_t classes, std::size_t label) {
  double won = 0;
  double pairs = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    for (std::size_t j = 0; j < labels.size(); ++j) {
      if (labels[i] != label || labels[j] == label) continue;
      const double a = p[i * classes + label];
      const double b = p[j * classes + label];
      won += a > b ? 1 : a == b ? 0.5 : 0;
      pairs += 1;
    }
  }
  return won / pairs;
}

TEST(ClassQuality, AreaUnderTheCurveCountsAllPairsAlsoTies) {
  Sampler sampler(3);
  for (int round = 0; round < 50; ++round) {
    std::vector<ClassLabel> labels;
    Forecast forecast;
    for (std::size_t r = 0; r < 40; ++r) {
      labels.emplace_back(r < 3 ? r : sampler.below(3));
      double sum = 0;
      for (int c = 0; c < 3; ++c) {
        forecast.probabilities.push_back(static_cast<double>(sampler.below(4)) + 0.5);
        sum += forecast.probabilities.back();
      }
      for (std::size_t c = 0; c < 3; ++c) forecast.probabilities[r * 3 + c] /= sum;
    }
    forecast.given = most_probable(forecast.probabilities, 3);
    const ClassQuality quality = judge(labels, forecast, 3);
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_NEAR(quality.auc[c], pairs_won(labels, forecast.probabilities, 3, c), 1e-12);
    }
  }
}

// Four rows on paper: the squares of what is missing to the truth are 0.04, 0.36, 0.09 and 0.16.
TEST(ClassQuality, BrierScoreAndReliabilityOnPaper) {
  const auto labels = labels_of({1, 1, 0, 0});
  Forecast forecast;
  for (const double p : {0.8, 0.4, 0.3, 0.4}) {
    forecast.probabilities.push_back(1 - p);
    forecast.probabilities.push_back(p);
  }
  forecast.given = most_probable(forecast.probabilities, 2);
  const ClassQuality quality = judge(labels, forecast, 2);
  EXPECT_NEAR(quality.brier, (0.04 + 0.36 + 0.09 + 0.16) / 4, 1e-12);
  EXPECT_NEAR(quality.brier_shares, 0.25, 1e-12);
  EXPECT_EQ(quality.confusion.accuracy(), 0.75);
  const Reliability& second = quality.reliability[1];
  EXPECT_EQ(second[4].rows, 2U);
  EXPECT_NEAR(second[4].probability, 0.4, 1e-12);
  EXPECT_NEAR(second[4].share, 0.5, 1e-12);
  EXPECT_EQ(second[8].rows, 1U);
  EXPECT_EQ(second[8].share, 1.0);
  EXPECT_EQ(second[5].rows, 0U);
  EXPECT_NEAR(quality.auc[1], 3.5 / 4, 1e-12);
  EXPECT_NEAR(quality.auc[0], quality.auc[1], 1e-12);
}

TEST(ClassQuality, AClassThatNoRowHasHasNoCurve) {
  const auto labels = labels_of({0, 1});
  const Forecast forecast{labels, {1, 0, 0, 0.5, 0.5, 0}, {}};
  const ClassQuality quality = judge(labels, forecast, 3);
  EXPECT_TRUE(std::isnan(quality.auc[2]));
  EXPECT_EQ(quality.mean_auc(), 1.0);
  const Forecast none{labels, {}, {}};
  EXPECT_TRUE(judge(labels, none, 3).auc.empty());
  EXPECT_FALSE(judge(labels, none, 3).probabilities);
}

TEST(ClassQuality, RepeatsUseOtherFoldsAndAddUp) {
  std::vector<ClassLabel> labels;
  std::vector<RowId> rows;
  for (RowId r = 0; r < 60; ++r) {
    labels.emplace_back(r % 3 == 0 ? 1U : 0U);
    rows.push_back(r);
  }
  std::vector<std::vector<RowId>> tests;
  std::mutex mutex;
  const ForecastRows learn = [&](std::span<const RowId> training, std::span<const RowId> test) {
    EXPECT_EQ(training.size() + test.size(), 60U);
    Forecast out;
    for (const RowId row : test) {
      out.given.emplace_back(row % 2);
      out.probabilities.insert(out.probabilities.end(), {1.0 - row % 2, 0.0 + row % 2});
    }
    const std::lock_guard lock(mutex);
    tests.emplace_back(test.begin(), test.end());
    return out;
  };
  const FoldPlan plan{.folds = 5, .repeats = 3, .seed = 4};
  const auto quality = cross_validate({labels, rows, 2}, plan, learn, privet::Run());
  EXPECT_EQ(quality.confusion.rows(), 180U);
  EXPECT_EQ(quality.accuracies.size(), 3U);
  EXPECT_EQ(quality.accuracy_deviation(), 0);  // the answers do not depend on the folds
  EXPECT_NEAR(quality.brier, 1 - quality.confusion.accuracy(), 1e-12);
  std::sort(tests.begin(), tests.end());
  EXPECT_EQ(std::unique(tests.begin(), tests.end()), tests.end());
  EXPECT_EQ(tests.size(), 15U);
}

TEST(ClassQuality, RandomFoldsPartitionTheRows) {
  std::vector<RowId> rows;
  for (RowId r = 3; r < 50; ++r) rows.push_back(r);
  std::vector<RowId> all;
  for (const auto& fold : random_folds(rows, 7, 1)) all.insert(all.end(), fold.begin(), fold.end());
  std::sort(all.begin(), all.end());
  EXPECT_EQ(all, rows);
}

}  // namespace
}  // namespace privet::mining
