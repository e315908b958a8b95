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

TEST(AreaUnderCurve, CountsPairs) {
  const std::vector<double> scores{0.1, 0.4, 0.4, 0.9};
  EXPECT_DOUBLE_EQ(area_under_curve(scores, {false, false, true, true}), 0.875);
  EXPECT_DOUBLE_EQ(area_under_curve(scores, {true, true, true, true}), 0.5);
}

}  // namespace
}  // namespace privet::mining
