// SPDX-License-Identifier: Apache-2.0
#include "job/sample.h"

#include <gtest/gtest.h>

#include <set>

namespace privet {
namespace {

Table numbers(std::size_t rows) {
  std::vector<std::vector<std::string>> cells;
  for (std::size_t r = 0; r < rows; ++r)
    cells.push_back({std::to_string(r), r % 2 == 0 ? "?" : "x"});
  return make_table({"n", "word"}, cells);
}

TEST(Sample, TakesTheShareInOrderAndForgetsTheRest) {
  const Table table = numbers(40);
  const Table sample = sample_table(table, 0.25, 3);
  ASSERT_EQ(sample.rows(), 10U);
  EXPECT_EQ(sample.column(0).dictionary.size(), 10U);
  for (RowId r = 0; r < 10; ++r) {
    const auto n = static_cast<std::size_t>(sample.column(0).number(r));
    EXPECT_EQ(sample.column(1).text(r), n % 2 == 0 ? "?" : "x");
    if (r > 0) {
      EXPECT_GT(sample.column(0).number(r), sample.column(0).number(r - 1));
    }
  }
  EXPECT_EQ(sample_table(table, 0.25, 3).column(0).codes, sample.column(0).codes);
  EXPECT_EQ(sample_table(table, 1, 3).rows(), 40U);
  EXPECT_EQ(sample_table(table, 0.001, 3).rows(), 1U);
}

TEST(Sample, DrawsEveryRecordEquallyOften) {
  const Table table = numbers(10);
  std::vector<int> drawn(10);
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const Table sample = sample_table(table, 0.3, seed);
    for (RowId r = 0; r < sample.rows(); ++r) {
      ++drawn[static_cast<std::size_t>(sample.column(0).number(r))];
    }
  }
  for (const int count : drawn) EXPECT_NEAR(count, 1200, 150);
}

}  // namespace
}  // namespace privet
