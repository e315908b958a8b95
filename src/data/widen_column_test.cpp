// SPDX-License-Identifier: Apache-2.0
#include "data/widen_column.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace privet {
namespace {

TEST(WidenColumn, KeepsEveryRowAndFindsEveryValue) {
  const Column column = make_column("age", {"30", "10", "?", "30"});
  const std::vector<std::string_view> further{"20", "30", "", "20", "5"};
  std::vector<ValueId> codes;
  const Column wide = widen_column(column, further, codes);
  for (RowId r = 0; r < 4; ++r) EXPECT_EQ(wide.text(r), column.text(r));
  ASSERT_EQ(codes.size(), further.size());
  for (std::size_t i = 0; i < further.size(); ++i)
    EXPECT_EQ(wide.dictionary.text(codes[i]), further[i]);
  EXPECT_EQ(wide.dictionary.size(), 6U);  // two missing, 5, 10, 20, 30
  EXPECT_EQ(wide.dictionary.missing_count(), 2U);
  EXPECT_LT(codes[4], codes[0]);  // in the order of numbers
  const std::vector<std::string_view> words{"young"};
  EXPECT_THROW((void)widen_column(column, words, codes), Error);
}

}  // namespace
}  // namespace privet
