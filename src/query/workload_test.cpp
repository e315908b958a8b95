// SPDX-License-Identifier: Apache-2.0
#include "query/workload.h"

#include <gtest/gtest.h>

namespace privet {
namespace {

using Ids = std::vector<AttributeId>;

Table people() {
  return make_table({"age", "sex", "marital-status", "Zip", "disease"},
                    {{"25", "m", "single", "53710", "flu"}, {"31", "f", "wed", "53711", "cold"}});
}

WorkloadQuery one(std::string_view sql) {
  const Table table = people();
  const Workload workload = parse_workload(sql, table);
  EXPECT_EQ(workload.statements, 1U) << sql;
  return workload.queries.empty() ? WorkloadQuery{} : workload.queries.front();
}

TEST(Workload, TellsShownFromSelected) {
  const WorkloadQuery query = one("SELECT age, Zip FROM people WHERE sex = 'm' AND age > 20;");
  EXPECT_EQ(query.shown, (Ids{0, 3}));
  EXPECT_EQ(query.selected, (Ids{0, 1}));
  EXPECT_TRUE(query.where.has_value());
}

TEST(Workload, TakesWhatPeopleWrite) {
  EXPECT_EQ(one("select AVG(p.AGE) as zip from people p group by P.sex having count(*) > 3").shown,
            (Ids{0, 1}));
  EXPECT_EQ(one("SELECT \"age\", [sex], `Zip` FROM t").shown, (Ids{0, 1, 3}));
  EXPECT_EQ(one("SELECT marital-status, count(*) FROM t GROUP BY marital-status").shown, (Ids{2}));
  EXPECT_EQ(one("SELECT * FROM t WHERE zip LIKE '537%'").shown, (Ids{0, 1, 2, 3, 4}));
  EXPECT_EQ(one("SELECT age*2 zip, 3*age FROM t").shown, (Ids{0}));
  EXPECT_EQ(one("SELECT age sex FROM t, (SELECT zip FROM u WHERE disease = 'flu') v").shown,
            (Ids{0, 3}));
  EXPECT_EQ(one("SELECT a.age FROM a JOIN sex ON a.zip = b.zip ORDER BY a.sex DESC").selected,
            (Ids{3}));
  EXPECT_EQ(one("SELECT TOP 10 age FROM t -- zip\n /* sex */").shown, (Ids{0}));
  EXPECT_EQ(one("WITH old AS (SELECT age FROM t WHERE sex='m') SELECT * FROM old").selected,
            (Ids{1}));
  EXPECT_EQ(one("SELECT 'age' FROM t WHERE name = 'it''s sex; age'").selected, Ids{});
}

TEST(Workload, PartsStatementsWithoutSemicolons) {
  const Table table = people();
  const auto workload = parse_workload(
      "SELECT age FROM t\nSELECT sex\n FROM t\n UNION\nSELECT zip FROM t\nSELECT age FROM t",
      table);
  ASSERT_EQ(workload.queries.size(), 3U);
  EXPECT_EQ(workload.queries[1].shown, (Ids{1, 3}));
  EXPECT_EQ(workload.queries[1].line, 2U);
}

TEST(Workload, SkipsAndCounts) {
  const Table table = people();
  const auto workload = parse_workload(
      "INSERT INTO t VALUES (1); SELECT age FROM t; DROP TABLE t; SELECT name FROM t;"
      "SELECT (age FROM t; SELECT 'age FROM t",
      table);
  EXPECT_EQ(workload.statements, 6U);
  EXPECT_EQ(workload.queries.size(), 1U);
  EXPECT_EQ(workload.skipped(), 5U);
  EXPECT_EQ(parse_workload("", table).statements, 0U);
  EXPECT_EQ(parse_workload(";;\n-- nothing\n", table).statements, 0U);
}

TEST(Workload, ConditionsItCannotJudgeStillCount) {
  const WorkloadQuery query = one("SELECT age FROM t WHERE lower(sex) = 'm' OR age > zip");
  EXPECT_EQ(query.selected, (Ids{0, 1, 3}));
  EXPECT_FALSE(query.where.has_value());
}

TEST(Workload, FrequenciesAreShares) {
  const Table table = people();
  const auto workload = parse_workload(
      "SELECT age FROM t WHERE age > 3; SELECT age, sex FROM t; SELECT disease FROM t;", table);
  EXPECT_EQ(use_frequencies(workload, {0, 1, 3}), (std::vector<double>{0.75, 0.25, 0.0}));
  EXPECT_EQ(use_frequencies(workload, {3}), (std::vector<double>{0.0}));
}

}  // namespace
}  // namespace privet
