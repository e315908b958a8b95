// SPDX-License-Identifier: Apache-2.0
// Models about all classes together, against sums by hand and over random sizes.
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/sampling.h"
#include "privacy/average_risk.h"
#include "privacy/population_uniqueness.h"
#include "privacy/uniqueness_models.h"

namespace privet {
namespace {

using Sizes = std::vector<std::uint32_t>;

Verdict judged(const PrivacyModel& model, const Sizes& sizes) {
  Judge judge(model);
  for (const std::uint32_t size : sizes) judge.see({.size = size});
  return judge.verdict();
}

TEST(AverageRisk, IsClassesOverRecords) {
  const auto model = make_average_risk(0.25);
  // 1 + 1 + 6: three classes of eight records, although two records are unique
  EXPECT_TRUE(judged(*make_average_risk(0.375), {1, 1, 6}).holds);
  EXPECT_DOUBLE_EQ(judged(*model, {1, 1, 6}).value, 0.375);
  EXPECT_FALSE(judged(*model, {1, 1, 6}).holds);
  EXPECT_EQ(judged(*model, {1, 1, 6}).violating_classes, 2U);
  EXPECT_TRUE(judged(*model, {1, 7}).holds);
  EXPECT_EQ(judged(*model, {1, 7}).violating_classes, 0U);
  EXPECT_TRUE(judged(*model, {}).holds);
  // a class of 1 / r is enough for every search
  EXPECT_TRUE(model->holds({.size = 4}));
  EXPECT_FALSE(model->holds({.size = 3}));
  EXPECT_NO_THROW(model->check_feasible(4));
  EXPECT_THROW(model->check_feasible(3), Error);
}

TEST(SampleUniqueness, IsTheShareOfRecordsInClassesOfOne) {
  const auto model = make_sample_uniqueness(0.2);
  EXPECT_DOUBLE_EQ(judged(*model, {1, 2, 2}).value, 0.2);
  EXPECT_TRUE(judged(*model, {1, 2, 2}).holds);
  EXPECT_FALSE(judged(*model, {1, 1, 3}).holds);
  EXPECT_TRUE(judged(*make_sample_uniqueness(0), {2, 3}).holds);
  EXPECT_FALSE(judged(*make_sample_uniqueness(0), {2, 1}).holds);
  EXPECT_TRUE(judged(*make_sample_uniqueness(1), {1, 1}).holds);
  EXPECT_THROW(make_sample_uniqueness(0)->check_feasible(1), Error);
}

TEST(PopulationUniqueness, IsTheEstimate) {
  const Sizes sizes{1, 1, 1, 2, 2, 4, 9, 30};
  for (const double people : {60.0, 500.0, 5000.0}) {
    const auto wanted = estimate_uniqueness(count_sizes(sizes), people).share();
    const auto model = make_population_uniqueness(0.01, people);
    EXPECT_DOUBLE_EQ(judged(*model, sizes).value, wanted.value_or(1));
    EXPECT_EQ(judged(*model, sizes).holds, wanted.value_or(1) <= 0.01);
  }
  EXPECT_EQ(judged(*make_population_uniqueness(0, 100), {2, 3}).value, 0);
  // The table is everybody: nothing is estimated.
  EXPECT_DOUBLE_EQ(judged(*make_population_uniqueness(0, 4), {1, 3}).value, 0.25);
}

// What every search may rely on: classes that hold by themselves hold together, and so they do when
// two are merged or one is left out.
TEST(OverallModels, ClassesThatHoldHoldTogether) {
  Sampler sampler(7);
  std::vector<std::unique_ptr<PrivacyModel>> models;
  models.push_back(make_average_risk(0.3));
  models.push_back(make_sample_uniqueness(0.1));
  models.push_back(make_population_uniqueness(0.05, 1000));
  for (int round = 0; round < 300; ++round) {
    Sizes sizes;
    const std::size_t classes = 1 + sampler.below(8);
    for (std::size_t c = 0; c < classes; ++c) {
      sizes.push_back(static_cast<std::uint32_t>(1 + sampler.below(9)));
    }
    for (const auto& model : models) {
      Sizes good;
      for (const auto size : sizes) {
        if (model->holds({.size = size})) good.push_back(size);
      }
      EXPECT_TRUE(judged(*model, good).holds) << model->name();
    }
  }
}

}  // namespace
}  // namespace privet
