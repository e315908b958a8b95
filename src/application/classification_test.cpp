// SPDX-License-Identifier: Apache-2.0
#include "application/classification.h"

#include <gtest/gtest.h>

#include "base/sampling.h"
#include "recoding/class_statistic.h"

namespace privet {
namespace {

using Kind = GeneralizedValue::Kind;

TEST(Classification, LearnersSeeMiddlesWordsAndNothing) {
  const Table table = make_table(
      {"age", "city", "ill"},
      {{"20", "lyon", "y"}, {"30", "nice", "n"}, {"?", "rome", "y"}, {"50", "rome", "n"}});
  // Codes of age: ? 20 30 50; of city: lyon nice rome.
  Recoding recoding;
  recoding.class_of = {0, 0, 1, kSuppressed};
  recoding.class_sizes = {2, 1};
  recoding.attributes.push_back(
      {.column = 0,
       .values = {{.kind = Kind::Range, .low = 1, .high = 2},
                  {.kind = Kind::Range, .low = 2, .high = 3, .members = {0}}},
       .value_of_class = {0, 1}});
  recoding.attributes.push_back({.column = 1,
                                 .values = {{.kind = Kind::Set, .members = {0, 1}},
                                            {.kind = Kind::Value, .low = 2, .high = 2}},
                                 .value_of_class = {0, 1}});
  const Table seen = learning_table(recoding, {table, {nullptr, nullptr}}, 2);
  EXPECT_EQ(seen.column(0).type(), ColumnType::Numeric);
  EXPECT_DOUBLE_EQ(seen.column(0).number(0), 25.0);
  EXPECT_DOUBLE_EQ(seen.column(0).number(2), 40.0);
  EXPECT_TRUE(seen.column(0).missing(3));
  EXPECT_EQ(seen.column(1).text(0), seen.column(1).text(1));
  EXPECT_NE(seen.column(1).text(0), seen.column(1).text(2));
  EXPECT_TRUE(seen.column(1).missing(3));
  EXPECT_EQ(seen.column(2).text(3), "n");
}

// The class follows from x alone: an exact release predicts it, one without x only by chance.
TEST(Classification, LosesWhatTheReleaseLoses) {
  Sampler sampler(2);
  std::vector<std::vector<std::string>> cells;
  for (int r = 0; r < 400; ++r) {
    const auto x = sampler.below(100);
    cells.push_back({std::to_string(x), x < 50 ? "low" : "high"});
  }
  const Table table = make_table({"x", "class"}, cells);
  Recoding exact;
  Recoding nothing;
  exact.attributes.push_back({.column = 0, .values = {}, .value_of_class = {}});
  nothing.attributes.push_back(
      {.column = 0, .values = {{.kind = Kind::Any}}, .value_of_class = {0}});
  nothing.class_sizes = {400};
  for (std::uint32_t r = 0; r < 400; ++r) {
    const ValueId v = table.column(0).codes[r];
    exact.class_of.emplace_back(r);
    exact.class_sizes.push_back(1);
    exact.attributes[0].values.push_back({.kind = Kind::Value, .low = v, .high = v});
    exact.attributes[0].value_of_class.push_back(r);
    nothing.class_of.emplace_back(0U);
  }
  const privet::Run run;
  const auto best = measure_classification(exact, {table, {nullptr}}, 1, 10, 1, run);
  ASSERT_EQ(best.learners.size(), 2U);
  for (const auto& learner : best.learners) {
    EXPECT_GT(learner.original, 0.95) << learner.learner;
    EXPECT_EQ(learner.original, learner.release) << learner.learner;
  }
  const auto worst = measure_classification(nothing, {table, {nullptr}}, 1, 10, 1, run);
  for (const auto& learner : worst.learners) {
    EXPECT_NEAR(learner.release, worst.commonest, 0.05) << learner.learner;
  }
  EXPECT_GT(single_column_accuracy(table, 0, 1, 10, 1, run), 0.95);
}

TEST(Classification, LearnsFromTheMeansThemselves) {
  const Table table = make_table({"x", "c"}, {{"0", "a"}, {"1", "b"}, {"8", "b"}});
  Recoding recoding{.class_of = {0, 0, 0}, .class_sizes = {3}, .attributes = {}};
  recoding.attributes.push_back(show_statistic(table, 0, Statistic::Mean, recoding.class_of, 1, 1));
  const Table seen = learning_table(recoding, {table, {nullptr}}, 1);
  EXPECT_EQ(seen.column(0).text(2), "3");  // and not 4, the middle
}

}  // namespace
}  // namespace privet
