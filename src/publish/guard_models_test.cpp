// SPDX-License-Identifier: Apache-2.0
// The guard on models that look beyond one class: a population, some known values, missing values
// that match anything.
#include <gtest/gtest.h>

#include "anonymize/classes/missing_values.h"
#include "anonymize/mondrian/mondrian.h"
#include "base/error.h"
#include "privacy/delta_presence.h"
#include "privacy/k_anonymity.h"
#include "privacy/k_map.h"
#include "privacy/lkc_privacy.h"
#include "publish/release.h"

namespace privet {
namespace {

struct Scene {
  Table table;
  Schema schema;
  ModelContext context;
  std::unique_ptr<PrivacyModel> model;
  Problem problem;

  explicit Scene(Table source)
      : table(std::move(source)), schema(table.columns()), problem{table, {}, {}, {}} {
    for (AttributeId c = 0; c < table.columns(); ++c) {
      schema.assign(c, Role::Quasi);
      problem.quasi.push_back({c});
    }
  }
  void promise(std::unique_ptr<PrivacyModel> made) {
    model = std::move(made);
    problem.models = {model.get()};
  }
  [[nodiscard]] std::string refusal(const std::string& bytes) const {
    try {
      (void)guard(bytes, {}, problem, schema, privet::Run());
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Internal);
      return error.message();
    }
    return "";
  }
};

TEST(GuardModels, JudgesEveryChoiceOfKnownValues) {
  Scene scene(make_table({"a", "b"}, {{"1", "x"}, {"1", "y"}, {"2", "x"}, {"2", "y"}}));
  const std::string exact = "a,b\n1,x\n1,y\n2,x\n2,y\n";
  scene.promise(make_lkc(1, 2, 1, scene.context));
  EXPECT_EQ(scene.refusal(exact), "");
  scene.promise(make_lkc(2, 2, 1, scene.context));
  EXPECT_NE(scene.refusal(exact).find("lkc-privacy does not hold for 4 classes"),
            std::string::npos);
  EXPECT_EQ(scene.refusal("a,b\n[1-2],x\n[1-2],y\n[1-2],x\n[1-2],y\n"), "");
  scene.promise(make_lkc(1, 3, 1, scene.context));
  EXPECT_NE(scene.refusal(exact), "");
}

TEST(GuardModels, CountsThePeopleThatCellsCover) {
  Scene scene(make_table({"age"}, {{"20"}, {"25"}, {"40"}}));
  // Ages 20, 25 and 40, each twice, except 40.
  const Population people{.people = 5, .codes = {{0, 0, 1, 1, 2}}};
  scene.problem.population = &people;
  scene.context.people = people.people;
  scene.promise(make_k_map(2, scene.context));
  EXPECT_NE(scene.refusal("age\n20\n25\n40\n").find("k-map does not hold for 1 classes"),
            std::string::npos);
  EXPECT_EQ(scene.refusal("age\n20\n[25-40]\n[25-40]\n"), "");
  scene.promise(make_delta_presence(0.5, 0.7, scene.context));
  EXPECT_EQ(scene.refusal("age\n20\n[25-40]\n[25-40]\n"), "");  // 1/2 and 2/3
  EXPECT_NE(scene.refusal("age\n20\n25\n40\n"), "");            // the last for certain
}

TEST(GuardModels, UncoveredPeopleAreKnownToBeAbsent) {
  // The dictionary knows 30 although no record has it.
  Scene scene(make_table({"age"}, {{"20"}, {"20"}}));
  const std::vector<std::string_view> values{"20", "30"};
  std::vector<ValueId> codes;
  Column column{"age", Dictionary(ColumnType::Numeric, values, {false, false}, &codes), {0, 0}};
  std::vector<Column> columns;
  columns.push_back(std::move(column));
  scene.table = Table(std::move(columns));
  const Population people{.people = 4, .codes = {{0, 0, 0, 1}}};
  scene.problem.population = &people;
  scene.context.people = people.people;
  scene.promise(make_delta_presence(0, 0.7, scene.context));
  EXPECT_EQ(scene.refusal("age\n20\n20\n"), "");
  scene.promise(make_delta_presence(0.1, 0.7, scene.context));
  EXPECT_NE(scene.refusal("age\n20\n20\n"), "");
  EXPECT_EQ(scene.refusal("age\n[20-30]\n[20-30]\n"), "");
}

TEST(GuardModels, KnowsMissingValuesFromWildcards) {
  Scene scene(make_table({"age", "zip"}, {{"20", "a"}, {"?", "a"}, {"20", "?"}}));
  scene.promise(make_k_anonymity(3));
  const std::string exact = "age,zip\n20,a\n?,a\n20,?\n";
  EXPECT_NE(scene.refusal(exact), "");
  scene.problem.missing_matches = true;
  EXPECT_EQ(scene.refusal(exact), "");
  scene.promise(make_k_anonymity(4));
  EXPECT_NE(scene.refusal(exact), "");
  // A value that is known must not be shown as missing.
  scene.promise(make_k_anonymity(2));
  EXPECT_NE(scene.refusal("age,zip\n20,?\n?,a\n20,?\n").find("does not stand for"),
            std::string::npos);
}

TEST(GuardModels, MissingValuesStayMissingInsideTheirClass) {
  Scene scene(make_table(
      {"age", "zip"},
      {{"20", "a"}, {"?", "a"}, {"21", "a"}, {"22", "?"}, {"60", "b"}, {"61", "b"}, {"62", "b"}}));
  scene.promise(make_k_anonymity(3));
  scene.problem.missing_matches = true;
  const privet::Run run;
  const auto recoding =
      leave_missing_out(scene.problem, make_mondrian({})->search(scene.problem, run));
  const TableRelease release = publish(scene.problem, scene.schema, recoding, {}, "-", run);
  EXPECT_NE(release.bytes().find("?,"), std::string::npos) << release.bytes();
  EXPECT_EQ(release.bytes().find("{?"), std::string::npos) << release.bytes();
  for (const auto matching : release.findings().matching) EXPECT_GE(matching, 3U);
}

}  // namespace
}  // namespace privet
