// SPDX-License-Identifier: Apache-2.0
#include "data/group_rows.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "base/sampling.h"

namespace privet {
namespace {

TEST(GroupRows, AgreesWithAMapOfTexts) {
  Sampler sampler(11);
  const privet::Run run;
  for (int round = 0; round < 50; ++round) {
    std::vector<std::vector<std::string>> rows;
    const std::size_t n = 1 + sampler.below(200);
    for (std::size_t r = 0; r < n; ++r) {
      std::vector<std::string> row;
      for (int c = 0; c < 3; ++c) row.push_back(std::to_string(sampler.below(4)));
      rows.push_back(row);
    }
    const Table table = make_table({"a", "b", "c"}, rows);
    const std::vector<AttributeId> columns{0, 2};
    const RowGroups groups = group_rows(table, columns, run);
    std::map<std::string, std::uint32_t> expected;
    for (const auto& row : rows) ++expected[row[0] + "|" + row[2]];
    ASSERT_EQ(groups.sizes.size(), expected.size());
    for (std::size_t r = 0; r < n; ++r) {
      ASSERT_EQ(groups.sizes[groups.group_of[r]], expected[rows[r][0] + "|" + rows[r][2]]);
    }
  }
}

// Forty columns of eight values need 120 bits and more: the keys are settled on the way.
TEST(GroupRows, TakesMoreColumnsThanAKeyHolds) {
  Sampler sampler(12);
  std::vector<std::string> names;
  std::vector<AttributeId> columns;
  for (AttributeId c = 0; c < 60; ++c) {
    names.push_back("c" + std::to_string(c));
    columns.push_back(c);
  }
  std::vector<std::vector<std::string>> rows;
  std::map<std::string, std::uint32_t> expected;
  for (int r = 0; r < 300; ++r) {
    // Rows come in near-copies that differ in one column, early or late.
    std::vector<std::string> row(60, std::to_string(r % 7));
    row[sampler.below(60)] = std::to_string(sampler.below(2));
    std::string text;
    for (const auto& cell : row) text += cell + ",";
    ++expected[text];
    rows.push_back(row);
  }
  const Table table = make_table(names, rows);
  for (const std::size_t threads : {1U, 3U}) {
    const RowGroups groups = group_rows(table, columns, privet::Run(nullptr, nullptr, threads));
    ASSERT_EQ(groups.sizes.size(), expected.size());
    std::uint32_t next = 0;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      std::string text;
      for (const auto& cell : rows[r]) text += cell + ",";
      ASSERT_EQ(groups.sizes[groups.group_of[r]], expected[text]);
      ASSERT_LE(groups.group_of[r], next);
      if (groups.group_of[r] == next) ++next;
    }
  }
}

TEST(GroupRows, NoColumnsMakeOneGroup) {
  const Table table = make_table({"a"}, {{"1"}, {"2"}});
  EXPECT_EQ(group_rows(table, {}, privet::Run()).sizes, (std::vector<std::uint32_t>{2}));
}

}  // namespace
}  // namespace privet
