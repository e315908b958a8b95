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

TEST(GroupRows, NoColumnsMakeOneGroup) {
  const Table table = make_table({"a"}, {{"1"}, {"2"}});
  EXPECT_EQ(group_rows(table, {}, privet::Run()).sizes, (std::vector<std::uint32_t>{2}));
}

}  // namespace
}  // namespace privet
