// SPDX-License-Identifier: Apache-2.0
#include "job/inspect/inspect_table.h"

#include <gtest/gtest.h>

#include "catalog/catalog.h"
#include "job/policy.h"
#include "job/prepare.h"

namespace privet {
namespace {

Table people() {
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 40; ++i) {
    rows.push_back(
        {"person " + std::to_string(i), std::to_string(20 + i % 8), i % 10 == 0 ? "?" : "x"});
  }
  return make_table({"na\"me", "age", "flag"}, rows);
}

TEST(Inspect, CountsEachColumn) {
  const auto facts = inspect_table(people(), privet::Run());
  ASSERT_EQ(facts.size(), 3U);
  EXPECT_EQ(facts[0].distinct, 40U);
  EXPECT_DOUBLE_EQ(facts[0].distinct_ratio, 1.0);
  EXPECT_DOUBLE_EQ(facts[0].separation_ratio.value(), 1.0);
  EXPECT_EQ(facts[0].suggested_role, Role::Identifier);
  EXPECT_EQ(facts[1].type, ColumnType::Numeric);
  EXPECT_EQ(facts[1].distinct, 8U);
  // 8 groups of 5: 80 of 780 pairs agree.
  EXPECT_DOUBLE_EQ(facts[1].separation_ratio.value(), 1.0 - 80.0 / 780.0);
  EXPECT_EQ(facts[2].missing, 4U);
}

TEST(Inspect, DraftsAPolicyThatIsOne) {
  const auto facts = inspect_table(people(), privet::Run());
  const std::string text =
      draft_policy(facts, {.path = "odd\nname.csv", .csv = {.delimiter = '|', .header = false}});
  const Policy policy = parse_policy(text, "p.toml", policy_parameters(builtin_catalog()));
  ASSERT_EQ(policy.columns.size(), 3U);
  EXPECT_EQ(policy.settings.count("k"), 5U);
  EXPECT_EQ(policy.settings.text("delimiter"), "|");
  EXPECT_TRUE(policy.settings.flag("no-header"));
  for (const auto& column : policy.columns) {
    if (column.name == "na\"me") {
      EXPECT_EQ(column.role, Role::Identifier);
    }
  }
}

// What had to be said to read the file stands in the policy, so that it need not be said again.
TEST(Inspect, DraftsHowTheFileIsRead) {
  const auto facts = inspect_table(people(), privet::Run());
  TableSource source{.path = "p.csv", .csv = {.skip_lines = 2}};
  source.csv.encoding = Encoding::Latin1;
  source.csv.skip_last_lines = 1;
  source.csv.columns.decimal = DecimalMark::Comma;
  source.csv.columns.dates = {{"born", DateOrder::Dmy}};
  const Policy policy =
      parse_policy(draft_policy(facts, source), "p.toml", policy_parameters(builtin_catalog()));
  EXPECT_EQ(policy.settings.count("skip-lines"), 2U);
  EXPECT_EQ(policy.settings.count("skip-last-lines"), 1U);
  EXPECT_EQ(parse_encoding(policy.settings.text("encoding")), Encoding::Latin1);
  EXPECT_EQ(policy.settings.text("decimal"), "comma");
  EXPECT_EQ(policy.settings.list("date-format"), std::vector<std::string>{"born=dmy"});
}

}  // namespace
}  // namespace privet
