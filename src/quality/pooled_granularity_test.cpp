// SPDX-License-Identifier: Apache-2.0
#include "quality/pooled_granularity.h"

#include <gtest/gtest.h>

namespace privet {
namespace {

using Kind = GeneralizedValue::Kind;

TEST(PooledGranularity, CountsWhatIsCoveredBeyondOneValue) {
  // Four ages and two words; a class of three records and one suppressed record.
  const Table table =
      make_table({"age", "word"}, {{"20", "a"}, {"25", "b"}, {"30", "a"}, {"60", "b"}});
  Recoding recoding;
  recoding.class_of = {0, 0, 0, kSuppressed};
  recoding.class_sizes = {3};
  recoding.attributes.push_back(
      {.column = 0, .values = {{.kind = Kind::Range, .low = 0, .high = 2}}, .value_of_class = {0}});
  recoding.attributes.push_back(
      {.column = 1, .values = {{.kind = Kind::Value, .low = 0, .high = 0}}, .value_of_class = {0}});
  // Ages: 3/4 covered three times, all once: (3 x 1/2 + 3/4) / 4. Words: (3 x 0 + 1/2) / 4.
  EXPECT_DOUBLE_EQ(pooled_granularity(recoding, {table, {nullptr, nullptr}}),
                   1 - (0.5625 + 0.125) / (0.75 + 0.5));
}

}  // namespace
}  // namespace privet
