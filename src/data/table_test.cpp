// SPDX-License-Identifier: Apache-2.0
#include "data/table.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "data/baskets/baskets.h"
#include "data/schema.h"

namespace privet {
namespace {

TEST(ParseNumber, KnowsWhatIsANumber) {
  for (const auto* text :
       {"0", "-5", "+2", "1e3", ".5", "5.", "-0.25", " 39", "12345678901234567890"}) {
    EXPECT_TRUE(parse_number(text).has_value()) << text;
  }
  for (const auto* text :
       {"", " ", "inf", "nan", "0x10", "1,5", "1 2", "e5", "+-1", "-", "1e999", "12a"}) {
    EXPECT_FALSE(parse_number(text).has_value()) << text;
  }
}

TEST(Dictionary, OrdersNumbersAndKeepsTheirText) {
  const Column column = make_column("age", {"10", "9", "?", "9.0", "-3", ""});
  ASSERT_EQ(column.type(), ColumnType::Numeric);
  ASSERT_EQ(column.dictionary.size(), 6U);
  const std::vector<std::string> expected{"", "?", "-3", "9", "9.0", "10"};
  for (ValueId id = 0; id < 6; ++id) {
    EXPECT_EQ(column.dictionary.text(id), expected[id]);
    EXPECT_EQ(column.dictionary.find(expected[id]), id);
  }
  EXPECT_EQ(column.dictionary.missing_count(), 2U);
  EXPECT_TRUE(std::isnan(column.dictionary.number(1)));
  EXPECT_EQ(column.dictionary.number(5), 10.0);
  EXPECT_EQ(column.text(0), "10");
  EXPECT_TRUE(column.missing(5));
  EXPECT_FALSE(column.dictionary.find("11").has_value());
  EXPECT_FALSE(column.dictionary.find("x").has_value());
}

TEST(Dictionary, OneWordMakesAColumnText) {
  const Column column = make_column("zip", {"10", "9", "x"});
  EXPECT_EQ(column.type(), ColumnType::Text);
  EXPECT_EQ(column.dictionary.text(0), "10");
  EXPECT_EQ(column.dictionary.text(1), "9");
}

TEST(Dictionary, OnlyMissingValuesMakeAColumnText) {
  EXPECT_EQ(make_column("a", {"?", ""}).type(), ColumnType::Text);
}

TEST(Dictionary, OrdersIntegersBeyondDoubles) {
  const Column column =
      make_column("id", {"9007199254740993", "9007199254740992", "99999999999999999999"});
  EXPECT_EQ(column.dictionary.text(0), "9007199254740992");
  EXPECT_EQ(column.dictionary.text(1), "9007199254740993");
}

TEST(Table, FindsColumnsAndSuggestsNames) {
  const Table table = make_table({"age", "workclass"}, {{"1", "a"}, {"2", "b"}});
  EXPECT_EQ(table.rows(), 2U);
  EXPECT_EQ(table.require("workclass", "--quasi"), 1U);
  try {
    (void)table.require("workclas", "--quasi");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "--quasi: there is no column 'workclas'; did you mean 'workclass'?");
  }
  try {
    (void)table.require("zzzzzzzzz", "--quasi");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "--quasi: there is no column 'zzzzzzzzz'; the columns are age, workclass");
  }
}

TEST(Table, SelectsRowsAndColumns) {
  const Table table = make_table({"a", "b"}, {{"1", "x"}, {"2", "y"}, {"3", "z"}});
  const std::vector<RowId> rows{2, 0};
  const Table some = table.select_rows(rows);
  EXPECT_EQ(some.column(1).text(0), "z");
  EXPECT_EQ(some.column(0).text(1), "1");
  const std::vector<AttributeId> columns{1};
  EXPECT_EQ(table.select_columns(columns).column(0).name, "b");
}

TEST(Schema, ListsColumnsByRole) {
  Schema schema(3);
  schema.assign(2, Role::Quasi);
  schema.assign(0, Role::Quasi);
  EXPECT_EQ(schema.with(Role::Quasi), (std::vector<AttributeId>{0, 2}));
  EXPECT_EQ(parse_role("sensitive"), Role::Sensitive);
  EXPECT_EQ(role_name(Role::Class), "class");
  EXPECT_FALSE(parse_role("secret").has_value());
}

TEST(Baskets, SortsAndMergesItems) {
  Baskets baskets;
  for (const auto* name : {"beer", "milk", "bread"}) (void)baskets.add_item(name);
  baskets.add(std::vector<ItemId>{2, 0, 2});
  baskets.add(std::vector<ItemId>{});
  baskets.add(std::vector<ItemId>{1});
  ASSERT_EQ(baskets.size(), 3U);
  EXPECT_EQ(baskets.basket(0).size(), 2U);
  EXPECT_EQ(baskets.basket(0)[0], 0U);
  EXPECT_TRUE(baskets.basket(1).empty());
  EXPECT_EQ(baskets.basket(2)[0], 1U);
  EXPECT_EQ(baskets.supports(), (std::vector<std::uint32_t>{1, 1, 1}));
  EXPECT_EQ(baskets.find("bread"), 2U);
}

}  // namespace
}  // namespace privet
