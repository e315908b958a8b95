// SPDX-License-Identifier: Apache-2.0
#include "query/select_query.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace privet {
namespace {

Table people() {
  return make_table({"age", "sex", "ill"}, {{"30", "F", "flu"}, {"40", "M", "gout"}});
}

TEST(SelectQuery, CountsSumsAndGroups) {
  const auto query = parse_query(
      "SELECT sex, count(*), avg(age), sum(age) FROM release WHERE age > 35 GROUP BY sex",
      people());
  ASSERT_EQ(query.items.size(), 4U);
  EXPECT_EQ(query.items[2].kind, SelectItem::Kind::Average);
  EXPECT_EQ(query.groups, std::vector<AttributeId>{1});
  EXPECT_EQ(query.summed(), std::vector<AttributeId>{0});
  EXPECT_FALSE(query.records);
  ASSERT_TRUE(query.where);
  EXPECT_EQ(query.where->matches, (std::vector<std::uint8_t>{0, 1}));
}

TEST(SelectQuery, ColumnsAloneAreRecords) {
  const auto query = parse_query("select ill, sex", people());
  EXPECT_TRUE(query.records);
  EXPECT_EQ(query.groups, (std::vector<AttributeId>{2, 1}));
  EXPECT_FALSE(query.where);
}

// Every refusal names the place and the way out.
TEST(SelectQuery, RefusesWithPlaceAndWayOut) {
  const auto expect = [](std::string_view sql, std::string_view what) {
    try {
      (void)parse_query(sql, people());
      ADD_FAILURE() << sql;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Usage) << sql;
      EXPECT_NE(std::string_view(error.what()).find(what), std::string_view::npos) << error.what();
    }
  };
  expect("", "0 queries where one was expected");
  expect("SELECT count(*); SELECT count(*)", "2 queries where one was expected");
  expect("count(*)", "word 1 is 'count' where SELECT was expected");
  expect("SELECT", "the query ends where a name was expected");
  expect("SELECT max(age)", "word 2 is 'max' where count, sum or avg was expected");
  expect("SELECT count(age)", "word 4 is 'age' where * (count(*) counts records) was expected");
  expect("SELECT sum(sex)", "'sex' holds texts, which have no sum");
  expect("SELECT count(*) WHERE", "the query ends where a condition was expected");
  expect("SELECT count(*) WHERE name = 'x'", "column 'name' is not in the release");
  expect("SELECT name", "the columns are age, sex, ill");
  expect("SELECT count(*) WHERE age >", "the condition ends too early");
  expect("SELECT count(*) WHERE sex = 'F", "not closed");
  expect("SELECT count(*) ORDER BY age", "word 6 is 'ORDER'");
  expect("SELECT sex, count(*)", "name it in GROUP BY too");
  expect("SELECT count(*) GROUP sex", "where BY was expected");
}

}  // namespace
}  // namespace privet
