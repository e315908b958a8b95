// SPDX-License-Identifier: Apache-2.0
// The survival study on a small table of our own: what must be so whatever the data.
#include "job/reproduce/survival_study.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "base/sampling.h"

namespace privet::job {
namespace {

// Deaths come with `risk`; `noise` has no effect; whole numbers throughout.
StudyRows small_study(std::size_t rows) {
  Sampler sampler(3);
  StudyRows out;
  out.names = {"risk", "noise", "sex"};
  out.raw = out.x = {rows, 3, {}};
  for (std::size_t r = 0; r < rows; ++r) {
    const auto risk = static_cast<double>(sampler.below(10));
    const auto noise = static_cast<double>(sampler.below(7));
    const auto sex = static_cast<double>(sampler.below(2));
    for (const double cell : {risk, noise, sex}) out.raw.cells.push_back(cell);
    for (const double cell : {risk / 9, noise / 6, sex}) out.x.cells.push_back(cell);
    out.time.push_back(std::ceil(100 * std::exp(-risk / 4 + 0.5 * sampler.normal())));
    out.event.push_back(sampler.below(5) != 0);
    out.site.push_back(r % 5 == 0 ? 2 : r % 3 == 0 ? 1 : 0);
  }
  out.horizon = 30;
  return out;
}

TEST(SurvivalStudy, ModelsOfSmallDataAreWhatTheyMustBe) {
  const auto rows = small_study(90);
  SurvivalStudyOptions options;
  options.splits = 4;
  const auto result = run_study({.name = "small"}, rows, options, privet::Run());
  ASSERT_EQ(result.learners.size(), 2U);
  EXPECT_EQ(result.sites[0] + result.sites[1] + result.sites[2], 90U);
  for (const auto& learner : result.learners) {
    EXPECT_LE(learner.aggregation_gap, 1e-9);
    EXPECT_EQ(learner.by_kernel_rows.size(), 2U);
    const auto& models = learner.models[2];
    EXPECT_GT(models[0].mean, 0.8);  // risk tells
    EXPECT_EQ(models[0].splits, 4U);
    // The kernel with the most rows is the one that is compared with the sites.
    EXPECT_EQ(learner.by_kernel_rows.back().mean,
              learner.models[kKernelShare][static_cast<std::size_t>(StudyModel::Kernel)].mean);
  }
  // Two equations for three whole numbers: with 20 known rows everything is found.
  for (const auto& attack : result.attacks) {
    if (attack.kernel_rows != 2 || attack.known_rows != 20) continue;
    EXPECT_EQ(attack.result.found, attack.result.attacked);
    return;
  }
  FAIL() << "no such attack";
}

// Rows whose fate at the horizon is not known say nothing; of the others each pair counts.
TEST(SurvivalStudy, TheAreaCountsKnownFatesOnly) {
  StudyRows rows;
  rows.x = {5, 1, {0.9, 0.1, 0.5, 1.0, 0.2}};
  rows.time = {10, 50, 10, 5, 30};
  rows.event = {true, false, true, false, false};
  rows.horizon = 30;
  const std::vector<std::size_t> test{0, 1, 2, 3, 4};
  EXPECT_TRUE(rows.known(4));   // censored at the horizon: alive then
  EXPECT_FALSE(rows.known(3));  // censored before
  const std::vector<double> up{1.0};
  const std::vector<double> down{-1.0};
  EXPECT_EQ(study_auc(rows, test, up), 1.0);
  EXPECT_EQ(study_auc(rows, test, down), 0.0);
}

TEST(SurvivalStudy, WithoutRowsOfBothKindsThereIsNoModel) {
  auto rows = small_study(40);
  std::vector<std::size_t> survivors;
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    if (rows.known(r) && !rows.died(r)) survivors.push_back(r);
  }
  ASSERT_GT(survivors.size(), 3U);
  EXPECT_FALSE(learn_pooled(StudyLearner::Svm, rows, survivors, privet::Run()));
  EXPECT_FALSE(learn_by_aggregation(StudyLearner::Svm, rows, survivors, privet::Run()));
  EXPECT_FALSE(learn_pooled(StudyLearner::Cox, rows, {}, privet::Run()));
}

TEST(SurvivalStudy, MissingDataIsNamed) {
  SurvivalStudyOptions options;
  options.folder = "/nowhere";
  options.sets = {"lung"};
  try {
    (void)run_survival_study(options, privet::Run());
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "none of the data is there: /nowhere/survival/lung.csv; name its folder with "
                 "--data");
  }
}

}  // namespace
}  // namespace privet::job
