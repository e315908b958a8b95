// SPDX-License-Identifier: Apache-2.0
#include "mining/join/join_graph.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "mining/join/join_problem.h"

namespace privet::mining {
namespace {

using Texts = std::vector<std::string>;

std::string refusal(const Texts& tables, const Texts& predicates) {
  try {
    (void)join_graph(tables, predicates);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Usage);
    return error.what();
  }
  return "not refused";
}

TEST(JoinGraph, PredicatesBetweenTheSameTablesAreOneEdge) {
  const auto graph = join_graph({"A", "B", "B.x"}, Texts{"A.p=B.q", "B.r = A.s", "B.x.u=B.v=w"});
  ASSERT_EQ(graph.edges.size(), 2U);
  EXPECT_EQ(graph.edges[0].first_columns, (Texts{"p", "s"}));
  EXPECT_EQ(graph.edges[0].second_columns, (Texts{"q", "r"}));
  EXPECT_EQ(graph.edges[1].first, 2U);
  EXPECT_EQ(graph.edges[1].second_columns, (Texts{"v=w"}));
}

TEST(JoinGraph, RefusesWithTheReason) {
  EXPECT_EQ(refusal({"A", "B", "C"}, {"A.x=B.x", "B.y=C.y", "C.z=A.z"}),
            "--join: the joins go in a circle: C - B - A - C; leave one of them out");
  EXPECT_EQ(refusal({"A", "B", "C"}, {"A.x=B.x"}), "--join: no --join connects 'C' with 'A'");
  EXPECT_EQ(refusal({"A", "B"}, {"A.x"}), "--join: 'A.x' is not written TABLE.COLUMN=TABLE.COLUMN");
  EXPECT_EQ(refusal({"A", "B"}, {"A.x=D.x"}),
            "--join: 'D.x' does not start with the name of a table and a dot; the tables are A, B");
  EXPECT_EQ(refusal({"A", "B"}, {"A.x=A.y"}),
            "--join: 'A.x=A.y' compares two columns of one table; a join is between two tables");
  EXPECT_EQ(refusal({"A", "A"}, {"A.x=A.y"}),
            "--tables: two tables are called 'A': give one another name, as in A2=FILE");
}

TEST(JoinGraph, CountsTravelDepthFirstAndThenFromTheLastTable) {
  // A star of three with a chain: T - U - W and T - V.
  const auto graph = join_graph({"T", "U", "V", "W"}, Texts{"T.a=U.a", "U.b=W.b", "T.c=V.c"});
  const std::vector<Hop> classes{{0, 0, 1, true},  {1, 1, 3, true}, {1, 3, 1, false},
                                 {0, 1, 0, false}, {2, 0, 2, true}, {2, 2, 0, false},
                                 {0, 0, 1, false}, {1, 1, 3, false}};
  EXPECT_EQ(class_hops(graph, 0), classes);
  const std::vector<Hop> splits{{1, 3, 1, false}, {2, 2, 0, false}, {0, 1, 0, false},
                                {0, 0, 1, false}, {2, 0, 2, false}, {1, 1, 3, false}};
  EXPECT_EQ(split_hops(graph, 0), splits);
  EXPECT_EQ(near_side(graph, splits[2]), (std::vector<bool>{false, true, false, true}));
}

TEST(JoinProblem, RefusesColumnsThatDoNotFit) {
  const privet::Run run;
  const Table a = make_table({"id", "label"}, {{"1", "yes"}, {"2", "no"}});
  const Table b = make_table({"id", "city"}, {{"x1", "Rome"}, {"x2", "Oslo"}});
  const auto refused = [&](const std::string& predicate, const TableColumn& cls) {
    try {
      (void)join_problem({a, b}, join_graph({"A", "B"}, Texts{predicate}), cls, {}, run);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("not refused");
  };
  EXPECT_EQ(refused("A.id=B.id", {0, "label"}),
            "--join: A.id is numeric and B.id is text; give both the same type, as in --type "
            "A.id=nominal");
  EXPECT_NE(refused("A.id=B.town", {0, "label"}).find("table 'B'"), std::string::npos);
  EXPECT_NE(refused("A.id=B.id", {0, "lable"}).find("label"), std::string::npos);
}

TEST(JoinKeys, NumbersAreEqualByValueAndMissingOnesJoinNothing) {
  auto a = join_keys(make_table({"n", "t"}, {{"7", "x"}, {"07.0", "y"}, {"", "x"}, {"8", "x"}}),
                     std::vector<AttributeId>{0});
  auto b = join_keys(make_table({"n"}, {{"7.00"}, {"9"}}), std::vector<AttributeId>{0});
  EXPECT_EQ(match_keys(a, b), 1U);
  EXPECT_EQ(a.of_row, (std::vector<JoinKey>{0, 0, kNoKey, kNoKey}));
  EXPECT_EQ(b.of_row, (std::vector<JoinKey>{0, kNoKey}));
  // Pairs keep apart what their texts together do not.
  const auto pairs =
      join_keys(make_table({"a", "b"}, {{"x", "yz"}, {"xy", "z"}}), std::vector<AttributeId>{0, 1});
  EXPECT_NE(pairs.values[0], pairs.values[1]);
}

}  // namespace
}  // namespace privet::mining
