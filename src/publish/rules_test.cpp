// SPDX-License-Identifier: Apache-2.0
#include "publish/rules.h"

#include <gtest/gtest.h>

#include "anonymize/mondrian/mondrian.h"
#include "base/error.h"
#include "base/sampling.h"
#include "data/widen_column.h"
#include "privacy/k_anonymity.h"
#include "publish/release.h"

namespace privet {
namespace {

Table people(std::uint64_t seed, std::size_t rows) {
  Sampler sampler(seed);
  std::vector<std::vector<std::string>> cells;
  for (std::size_t r = 0; r < rows; ++r) {
    cells.push_back({sampler.below(20) == 0 ? "?" : std::to_string(20 + sampler.below(40)),
                     std::string(1, static_cast<char>('a' + sampler.below(6))),
                     std::to_string(sampler.below(3))});
  }
  return make_table({"age", "zip", "ill"}, cells);
}

// The table with the rules' values in its dictionaries, as a job prepares it.
Table widened(const Table& table, const Rules& rules) {
  std::vector<Column> columns(table.all().begin(), table.all().end());
  for (const auto& rule : rules.columns) {
    std::vector<ValueId> codes;
    Column& column = columns[table.require(rule.name, "")];
    column = widen_column(column, rule.values(), codes);
  }
  return Table(std::move(columns));
}

Schema quasi_schema() {
  Schema out(3);
  out.assign(0, Role::Quasi);
  out.assign(1, Role::Quasi);
  out.assign(2, Role::Sensitive);
  return out;
}

Rules rules_of(std::size_t k) {
  const Table table = people(1, 400);
  const auto model = make_k_anonymity(k);
  const Problem problem{table, {{0}, {1}}, {}, {model.get()}};
  const privet::Run run;
  const Rules made = make_rules(problem, make_mondrian({})->search(problem, run), "mondrian");
  return parse_rules(rules_text(made), "r.json");
}

TEST(Rules, SurviveTheirFile) {
  const Rules rules = rules_of(10);
  ASSERT_EQ(rules.columns.size(), 2U);
  EXPECT_EQ(rules.method, "mondrian");
  EXPECT_GT(rules.classes(), 10U);
  EXPECT_EQ(rules_text(rules), rules_text(parse_rules(rules_text(rules), "")));
}

TEST(Rules, RecodeNewRecordsIntoTheSameClasses) {
  const Rules rules = rules_of(20);
  const Table table = widened(people(2, 2000), rules);
  const auto model = make_k_anonymity(5);
  Problem problem{table, {{1}, {0}}, {}, {model.get()}, 0.05};  // in another order
  const privet::Run run;
  const Recoding recoding = make_rule_method(rules)->search(problem, run);
  EXPECT_GT(recoding.classes(), rules.classes() / 2);
  const TableRelease release = publish(problem, quasi_schema(), recoding, {}, "-", run);
  EXPECT_GE(release.findings().verdicts[0].value, 5.0);
}

TEST(Rules, RefuseWhereTheyWouldBreakThePromise) {
  const Rules rules = rules_of(5);
  const Table table = widened(people(3, 60), rules);
  const auto model = make_k_anonymity(5);
  Problem problem{table, {{0}, {1}}, {}, {model.get()}, 0.05};
  const privet::Run run;
  try {
    (void)make_rule_method(rules)->search(problem, run);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Infeasible);
    EXPECT_NE(error.message().find("lie in classes that break a privacy model here"),
              std::string::npos);
  }
  problem.max_suppression = 1;
  const Recoding recoding = make_rule_method(rules)->search(problem, run);
  for (const auto size : recoding.class_sizes) EXPECT_GE(size, 5U);
}

TEST(Rules, AreRefusedForOtherColumns) {
  const Rules rules = rules_of(5);
  const auto model = make_k_anonymity(1);
  const privet::Run run;
  const auto refusal = [&](const Table& table, std::vector<QuasiIdentifier> quasi) {
    const Problem problem{table, std::move(quasi), {}, {model.get()}};
    try {
      check_rules(rules, problem);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Usage);
      return error.message();
    }
    return std::string();
  };
  const Table table = people(1, 20);
  EXPECT_EQ(refusal(table, {{0}, {1}}), "");
  EXPECT_NE(refusal(table, {{0}}).find("'zip' is not a quasi-identifier here"), std::string::npos);
  EXPECT_NE(refusal(table, {{0}, {1}, {2}}).find("they do not mention 'ill'"), std::string::npos);
  const Table words = make_table({"age", "zip"}, {{"old", "a"}});
  EXPECT_NE(refusal(words, {{0}, {1}}).find("'age' is numeric there and text here"),
            std::string::npos);
}

TEST(Rules, RefuseFilesThatAreNone) {
  for (const auto* text :
       {"", "{}", "[]", R"({"privet_rules":2,"method":"m","columns":[]})",
        R"({"privet_rules":1,"method":"m","columns":[]})",
        R"({"privet_rules":1,"method":"m","columns":[{"name":"a","type":"text","hierarchy":false,
            "cells":[{"from":"1","to":"2"}],"classes":[0]}]})",
        R"({"privet_rules":1,"method":"m","columns":[{"name":"a","type":"text","hierarchy":false,
            "cells":[{"value":"1"}],"classes":[1]}]})"}) {
    try {
      (void)parse_rules(text, "r.json");
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Input);
      EXPECT_EQ(error.place().file, "r.json");
    }
  }
}

TEST(Rules, RefuseCellsThatContradictThemselves) {
  const auto refusal = [](const std::string& cell) {
    try {
      (void)parse_rules(R"({"privet_rules":1,"method":"m","columns":[{"name":"a","type":"numeric",)"
                        R"("hierarchy":false,"cells":[{"value":"1"},)" +
                            cell + R"(],"classes":[0,1]}]})",
                        "r.json");
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string place = "r.json: these are not rules of privet: columns[0]: cells[1]: ";
  EXPECT_EQ(refusal(R"({"from":"10","to":"90"})"), "");
  EXPECT_EQ(refusal(R"({"from":"10","to":"10","also":["?"]})"), "");
  EXPECT_EQ(refusal(R"({"from":"90","to":"10"})"),
            place + "a range goes from 90 down to 10; the smaller number comes first");
  EXPECT_EQ(refusal(R"({"any":true,"value":"1"})"),
            place + "the cell has any and value; it is one or the other");
  EXPECT_EQ(refusal(R"({"from":"1","to":"2","set":["1"]})"),
            place + "the cell has from and set; it is one or the other");
  EXPECT_EQ(refusal(R"({"value":"1","also":["?"]})"), place + "a cell of this kind has no 'also'");
  EXPECT_EQ(refusal(R"({"any":false})"), place + "a cell covers nothing");
}

TEST(Rules, RefuseNumbersBeyondAllWords) {
  const auto refusal = [](const std::string& version, const std::string& cell) {
    try {
      (void)parse_rules(R"({"privet_rules":)" + version +
                            R"(,"method":"m","columns":[{"name":"a","type":"text",)"
                            R"("hierarchy":false,"cells":[{"value":"1"}],"classes":[0,)" +
                            cell + "]}]}",
                        "r.json");
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Input);
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal("1", "0"), "");
  for (const std::string number : {"1e300", "-1", "0.5", "4294967296", "18446744073709551616"}) {
    EXPECT_NE(refusal("1", number)
                  .find("r.json: these are not rules of privet: columns[0]: "
                        "classes[1] must be a whole number from 0 to 4294967295"),
              std::string::npos)
        << refusal("1", number);
    EXPECT_NE(refusal(number, "0").find("of privet: version "), std::string::npos)
        << refusal(number, "0");
  }
}

}  // namespace
}  // namespace privet
