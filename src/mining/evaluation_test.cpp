// SPDX-License-Identifier: Apache-2.0
#include "mining/evaluation.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"

namespace privet::mining {
namespace {

TEST(CrossValidation, FoldsPartitionTheRowsAndSpreadTheClasses) {
  std::vector<ClassLabel> labels;
  std::vector<RowId> rows;
  for (RowId r = 0; r < 103; ++r) {
    labels.emplace_back(r % 10 == 0 ? 1 : 0);
    rows.push_back(r);
  }
  const auto folds = stratified_folds(labels, rows, 10, 5);
  std::vector<int> seen(103, 0);
  for (const auto& fold : folds) {
    EXPECT_GE(fold.size(), 10U);
    EXPECT_LE(fold.size(), 11U);
    std::size_t rare = 0;
    for (const RowId r : fold) {
      ++seen[r];
      rare += labels[r];
    }
    EXPECT_GE(rare, 1U);
    EXPECT_LE(rare, 2U);
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), 103);
  EXPECT_EQ(folds, stratified_folds(labels, rows, 10, 5));
  EXPECT_THROW((void)stratified_folds(labels, rows, 104, 5), Error);
}

// Figures of scikit-learn 1.2.1 (Debian 12): precision_score, recall_score and f1_score with
// average=None, cohen_kappa_score.
TEST(Confusion, AgreesWithScikitLearn) {
  const std::uint64_t counts[3][3] = {{50, 3, 2}, {7, 40, 1}, {0, 5, 12}};
  Confusion confusion(3);
  for (std::uint32_t truth = 0; truth < 3; ++truth) {
    for (std::uint32_t given = 0; given < 3; ++given) {
      for (std::uint64_t i = 0; i < counts[truth][given]; ++i) {
        confusion.add(ClassLabel{truth}, ClassLabel{given});
      }
    }
  }
  const double precision[] = {0.8771929824561403, 0.8333333333333334, 0.8};
  const double recall[] = {0.9090909090909091, 0.8333333333333334, 0.7058823529411765};
  const double f1[] = {0.8928571428571428, 0.8333333333333334, 0.7500000000000001};
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_NEAR(confusion.precision(c), precision[c], 1e-12);
    EXPECT_NEAR(confusion.recall(c), recall[c], 1e-12);
    EXPECT_NEAR(confusion.f1(c), f1[c], 1e-12);
  }
  EXPECT_NEAR(confusion.kappa(), 0.7518952446588559, 1e-12);
  EXPECT_NEAR(confusion.majority(), 55.0 / 120, 1e-12);
}

TEST(Confusion, ARowWithoutAClassCountsAgainstItsTrueOne) {
  Confusion confusion(2);
  confusion.add(ClassLabel{0}, ClassLabel{0});
  confusion.add(ClassLabel{0}, kNoClass);
  EXPECT_EQ(confusion.recall(0), 0.5);
  EXPECT_EQ(confusion.precision(0), 1);
  EXPECT_EQ(confusion.precision(1), 0);
  EXPECT_EQ(confusion.majority(), 1);
  EXPECT_EQ(Confusion(0).kappa(), 0);
}

TEST(AreaUnderCurve, CountsPairs) {
  const std::vector<double> scores{0.1, 0.4, 0.4, 0.9};
  EXPECT_DOUBLE_EQ(area_under_curve(scores, {false, false, true, true}), 0.875);
  EXPECT_DOUBLE_EQ(area_under_curve(scores, {true, true, true, true}), 0.5);
}

}  // namespace
}  // namespace privet::mining
