// SPDX-License-Identifier: Apache-2.0
// The cut of a column by wide counts, which looks at some cuts only, is that by counts of a table,
// which looks at all.
#include <gtest/gtest.h>

#include "base/sampling.h"
#include "mining/tree/split_choice.h"
#include "mining/tree/tree.h"

namespace privet::mining {
namespace {

// Groups that mostly have one class, often that of the group before.
ColumnCounts random_groups(Sampler& sampler, std::size_t classes) {
  ColumnCounts out;
  out.classes = classes;
  const auto groups = 2 + sampler.below(20);
  std::size_t common = sampler.below(classes);
  for (std::size_t g = 0; g < groups; ++g) {
    if (sampler.below(3) == 0) common = sampler.below(classes);
    std::vector<Count> counts(classes, 0);
    counts[common] = static_cast<Count>(1 + sampler.below(4));
    if (sampler.below(6) == 0) ++counts[sampler.below(classes)];
    out.counts.insert(out.counts.end(), counts.begin(), counts.end());
    out.first_rows.push_back(RowId(g));
    out.values.push_back(static_cast<double>(g));
  }
  sampler.shuffle(std::span(out.first_rows));
  return out;
}

TEST(CutChoice, WideCountsGiveTheSameCut) {
  Sampler sampler(61);
  int found = 0;
  for (int round = 0; round < 3000; ++round) {
    const auto classes = 1 + sampler.below(3);
    const auto counts = random_groups(sampler, classes);
    BasicColumnCounts<WideCount> wide;
    wide.classes = classes;
    wide.counts.assign(counts.counts.begin(), counts.counts.end());
    wide.first_rows = counts.first_rows;
    wide.values = counts.values;
    TreeOptions options = c45_options();
    options.criterion = round % 3 == 0 ? Criterion::Gini : Criterion::Gain;
    options.min_leaf = 1 + sampler.below(12);
    const auto narrow = SplitChooser(options, classes, 200).best_of_numeric(0, counts);
    const auto other = WideSplitChooser(options, classes, 200).best_of_numeric(0, wide);
    ASSERT_EQ(other.usable, narrow.usable) << "round " << round;
    ASSERT_EQ(other.split, narrow.split) << "round " << round;
    ASSERT_EQ(other.score, narrow.score) << "round " << round;
    found += narrow.usable ? 1 : 0;
  }
  EXPECT_GT(found, 2000);
}

}  // namespace
}  // namespace privet::mining
