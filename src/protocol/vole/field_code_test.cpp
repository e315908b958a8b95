// SPDX-License-Identifier: Apache-2.0
#include "protocol/vole/field_code.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "base/sampling.h"
#include "crypto/gf64.h"

namespace privet::protocol {
namespace {

using crypto::Block;

constexpr std::size_t kColumns = 37;
constexpr std::size_t kRows = 200;

// What each row has in a column: its entry, if one place fell there.
std::vector<std::uint64_t> entries_of_column(const FieldCode& code, std::size_t column) {
  std::vector<Block> unit(kColumns, Block{});
  std::vector<std::uint64_t> single(kColumns);
  unit[column] = {1, 2};
  single[column] = 1;
  std::vector<Block> rows(kRows, Block{});
  std::vector<std::uint64_t> singles(kRows);
  code.add(0, unit, rows, single, singles);
  std::vector<Block> later(70, Block{});
  code.add(130, unit, later);
  for (std::size_t i = 0; i < kRows; ++i) {
    EXPECT_EQ(rows[i].low, singles[i]);
    EXPECT_EQ(rows[i].high, crypto::gf64_double(singles[i]));
    if (i < 130) continue;
    EXPECT_EQ(later[i - 130].low, rows[i].low) << "in pieces";
    EXPECT_EQ(later[i - 130].high, rows[i].high) << "in pieces";
  }
  return singles;
}

TEST(FieldCode, RowsHaveTenEntriesOfTheFieldInAnyPieces) {
  const FieldCode code(Block{1, 2}, kColumns);
  std::vector<std::size_t> taken(kRows);
  std::set<std::uint64_t> different;
  std::size_t all = 0;
  for (std::size_t column = 0; column < kColumns; ++column) {
    for (std::size_t row = 0; const auto entry : entries_of_column(code, column)) {
      if (entry != 0) {
        ++taken[row];
        ++all;
        different.insert(entry);
        EXPECT_GT(entry, std::uint64_t{1} << 16U) << "an entry is not a bit";
      }
      ++row;
    }
  }
  for (const auto count : taken) EXPECT_LE(count, FieldCode::kOnes);
  EXPECT_EQ(different.size(), all);
  EXPECT_GT(all, kRows * 8);  // the other places fell on one that was taken
}

// With entries 0 and 1, a linear map of the values would be the same map of the rows; then noise
// could be mapped away.
TEST(FieldCode, DoesNotCommuteWithMapsToBits) {
  const FieldCode code(Block{3, 4}, kColumns);
  Sampler sampler(1);
  std::vector<Block> values(kColumns);
  auto mapped = values;
  for (std::size_t i = 0; i < kColumns; ++i) {
    values[i] = {sampler(), sampler()};
    mapped[i] = {values[i].low & 1U, values[i].high & 1U};
  }
  std::vector<Block> rows(kRows, Block{});
  std::vector<Block> of_mapped(kRows, Block{});
  code.add(0, values, rows);
  code.add(0, mapped, of_mapped);
  std::size_t alike = 0;
  for (std::size_t i = 0; i < kRows; ++i) alike += (rows[i].low & 1U) == of_mapped[i].low ? 1 : 0;
  EXPECT_LT(alike, kRows / 10);
}

}  // namespace
}  // namespace privet::protocol
