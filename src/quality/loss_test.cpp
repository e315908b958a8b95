// SPDX-License-Identifier: Apache-2.0
#include "quality/loss.h"

#include <gtest/gtest.h>

namespace privet {
namespace {

using Kind = GeneralizedValue::Kind;

// Ages 20, 25, 30, 60 and words a, b, c, d; two classes of two records each.
struct Example {
  Table table = make_table({"age", "word"}, {{"20", "a"}, {"25", "b"}, {"30", "c"}, {"60", "d"}});
  Recoding recoding;

  Example() {
    recoding.class_of = {0, 0, 1, 1};
    recoding.class_sizes = {2, 2};
    recoding.attributes.push_back({.column = 0,
                                   .values = {{.kind = Kind::Range, .low = 0, .high = 1},
                                              {.kind = Kind::Range, .low = 2, .high = 3}},
                                   .value_of_class = {0, 1}});
    recoding.attributes.push_back(
        {.column = 1,
         .values = {{.kind = Kind::Set, .members = {0, 1}}, {.kind = Kind::Any}},
         .value_of_class = {0, 1}});
  }
  [[nodiscard]] Quality quality() const {
    return measure_quality(recoding, {table, {nullptr, nullptr}});
  }
};

TEST(Loss, FollowsTheDefinitions) {
  const Quality quality = Example().quality();
  EXPECT_DOUBLE_EQ(quality.discernibility, 8.0);
  EXPECT_DOUBLE_EQ(quality.average_class_size, 2.0);
  // age: 5/40 and 30/40; word: 2/4 and 1.
  EXPECT_DOUBLE_EQ(quality.ncp_of_attribute[0], (0.125 + 0.75) / 2);
  EXPECT_DOUBLE_EQ(quality.ncp_of_attribute[1], 0.75);
  EXPECT_DOUBLE_EQ(quality.ncp, (0.4375 + 0.75) / 2);
  // Shares of values: age 2/4 twice, word 2/4 and 4/4.
  EXPECT_DOUBLE_EQ(quality.granularity, 1.0 - (0.5 + 0.75) / 2);
}

TEST(Loss, SuppressedRecordsAreLost) {
  Example example;
  example.recoding.class_of[0] = kSuppressed;
  example.recoding.class_of[1] = kSuppressed;
  example.recoding.class_sizes = {2};
  for (auto& attribute : example.recoding.attributes) attribute.value_of_class = {1};
  const Quality quality = example.quality();
  EXPECT_DOUBLE_EQ(quality.discernibility, 4.0 + 2 * 4.0);
  EXPECT_DOUBLE_EQ(quality.ncp_of_attribute[0], (2 * 1.0 + 2 * 0.75) / 4);
  EXPECT_DOUBLE_EQ(quality.average_class_size, 2.0);
}

TEST(Loss, ExactReleaseLosesNothing) {
  Example example;
  example.recoding.class_of = {0, 1, 2, 3};
  example.recoding.class_sizes = {1, 1, 1, 1};
  for (auto& attribute : example.recoding.attributes) {
    attribute.values.clear();
    attribute.value_of_class = {0, 1, 2, 3};
    for (ValueId v = 0; v < 4; ++v)
      attribute.values.push_back({.kind = Kind::Value, .low = v, .high = v});
  }
  const Quality quality = example.quality();
  EXPECT_DOUBLE_EQ(quality.ncp, 0.0);
  EXPECT_DOUBLE_EQ(quality.granularity, 1.0);
}

TEST(Loss, OfClassesAsTheyShow) {
  Quality quality;
  measure_classes(std::vector<std::uint32_t>{2, 3}, 1, quality);
  EXPECT_DOUBLE_EQ(quality.discernibility, 4.0 + 9.0 + 1 * 6.0);
  EXPECT_DOUBLE_EQ(quality.average_class_size, 2.5);
  measure_classes({}, 0, quality);
  EXPECT_DOUBLE_EQ(quality.average_class_size, 0.0);
}

}  // namespace
}  // namespace privet
