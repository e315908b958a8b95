// SPDX-License-Identifier: Apache-2.0
#include "job/release/unchanged.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace privet {
namespace {

// Eight records in two classes of four.
struct Scene {
  Table table =
      make_table({"age", "admitted", "flag", "side", "ill"}, {{"20", "t1", "y", "l", "a"},
                                                              {"21", "t2", "y", "l", "b"},
                                                              {"22", "t3", "n", "r", "c"},
                                                              {"23", "t4", "n", "r", "d"},
                                                              {"40", "t5", "y", "l", "a"},
                                                              {"41", "t6", "y", "r", "b"},
                                                              {"42", "t7", "n", "l", "c"},
                                                              {"43", "t7", "n", "r", "d"}});
  Schema schema{5};
  Recoding recoding;
  std::vector<std::string> looks = std::vector<std::string>(5);
  std::set<AttributeId> accepted;

  Scene() {
    schema.assign(0, Role::Quasi);
    schema.assign(4, Role::Sensitive);
    recoding.class_of = {0, 0, 0, 0, 1, 1, 1, 1};
    recoding.class_sizes = {4, 4};
    recoding.attributes = {{0, {{}, {}}, {0, 1}}};
  }

  [[nodiscard]] std::vector<UnchangedColumn> judge() const {
    return judge_unchanged({table, schema, recoding, looks, accepted}, Run());
  }
};

TEST(Unchanged, CountsAloneWithClassesAndInSets) {
  const auto found = Scene().judge();
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[0].name, "admitted");
  EXPECT_EQ(found[0].distinct, 7U);
  EXPECT_EQ(found[0].alone, 6U);
  EXPECT_EQ(found[0].with_quasi, 6U);
  EXPECT_TRUE(found[0].needs_accepting);
  EXPECT_EQ(found[0].in_worst_set, 8U);
  EXPECT_EQ(found[0].worst_set, std::vector<std::string>{"side"});
  EXPECT_EQ(unchanged_sentence(found[0]),
            "admitted is released unchanged and differs in 87% of records; with it 6 of 8 are "
            "unique, with side too 8");
  // Neither singles anybody out, both together do.
  EXPECT_EQ(found[1].with_quasi, 0U);
  EXPECT_TRUE(found[1].needs_accepting);
  EXPECT_TRUE(found[2].needs_accepting);
  // Sensitive values differ within a class: that is said, and nothing must be accepted.
  EXPECT_EQ(found[3].role, "sensitive");
  EXPECT_EQ(found[3].with_quasi, 8U);
  EXPECT_FALSE(found[3].needs_accepting);
}

TEST(Unchanged, MustBeAcceptedByName) {
  Scene scene;
  try {
    require_accepted(scene.judge());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Policy);
    EXPECT_NE(error.message().find("--accept-unchanged admitted,flag,side "), std::string::npos)
        << error.message();
  }
  // Without side, flag singles nobody out.
  scene.accepted = {1, 3};
  EXPECT_NO_THROW(require_accepted(scene.judge()));
  scene.looks[4] = "its values are names of persons";
  EXPECT_THROW(require_accepted(scene.judge()), Error);
  scene.accepted.insert(4);
  EXPECT_NO_THROW(require_accepted(scene.judge()));
}

TEST(Unchanged, ClassesThatShowTheSameAreOne) {
  Scene scene;
  scene.recoding.attributes = {{0, {{}}, {0, 0}}};
  EXPECT_EQ(scene.judge()[1].with_quasi, 0U);
  EXPECT_EQ(scene.judge()[3].with_quasi, 0U);
}

// Every combination of five answers once: no four of them single anybody out, all five everybody.
TEST(Unchanged, FindsSetsOfAnySize) {
  std::vector<std::vector<std::string>> rows;
  for (unsigned i = 0; i < 32; ++i) {
    auto& row = rows.emplace_back();
    row.emplace_back("20");
    for (unsigned c = 0; c < 5; ++c) row.emplace_back((i >> c & 1U) != 0 ? "y" : "n");
    row.emplace_back(i < 16 ? "y" : "n");  // the same as the last answer
  }
  const Table table = make_table({"age", "a", "b", "c", "d", "e", "f"}, rows);
  Schema schema{7};
  schema.assign(0, Role::Quasi);
  Recoding recoding;
  recoding.class_of.assign(32, 0);
  recoding.class_sizes = {32};
  recoding.attributes = {{0, {{}}, {0}}};
  const std::vector<std::string> looks(7);
  std::set<AttributeId> accepted;
  const auto judge = [&] {
    return judge_unchanged({table, schema, recoding, looks, accepted}, privet::Run());
  };
  const auto found = judge();
  ASSERT_EQ(found.size(), 6U);
  std::size_t needed = 0;
  for (const auto& column : found) {
    needed += column.needs_accepting ? 1 : 0;
    if (!column.needs_accepting) continue;
    EXPECT_EQ(column.in_worst_set, 32U) << column.name;
    EXPECT_EQ(column.worst_set.size(), 4U) << column.name;
  }
  EXPECT_EQ(needed, 5U);  // e or f, not both
  EXPECT_THROW(require_accepted(found), Error);
  accepted = {1, 2};  // without these nobody is unique
  EXPECT_NO_THROW(require_accepted(judge()));
}

// A quiet plain column singles records out beside a sensitive one, and a column by which alone most
// records are unique is a key, whatever it is called.
TEST(Unchanged, SensitiveColumnsAndClassesAreKnownToo) {
  std::vector<std::vector<std::string>> rows;
  for (unsigned i = 0; i < 24; ++i) {
    rows.push_back({"20", i % 2 == 0 ? "y" : "n", i < 3 ? "hiv" : "flu", std::to_string(1000 + i)});
  }
  const Table table = make_table({"age", "consent", "ill", "score"}, rows);
  Recoding recoding;
  recoding.class_of.assign(24, 0);
  recoding.class_sizes = {24};
  recoding.attributes = {{0, {{}}, {0}}};
  const std::vector<std::string> looks(4);
  std::set<AttributeId> accepted;
  for (const Role role : {Role::Sensitive, Role::Class}) {
    Schema schema{4};
    schema.assign(0, Role::Quasi);
    schema.assign(2, role);
    schema.assign(3, Role::Identifier);
    const auto set = judge_unchanged({table, schema, recoding, looks, accepted}, privet::Run());
    EXPECT_EQ(set[0].with_quasi, 0U);
    EXPECT_TRUE(set[0].needs_accepting);
    EXPECT_EQ(set[0].worst_set, std::vector<std::string>{"ill"});
    EXPECT_EQ(set[0].in_worst_set, 1U);
    EXPECT_FALSE(set[1].needs_accepting);
    schema.assign(3, role);
    schema.assign(1, Role::Identifier);
    const auto key = judge_unchanged({table, schema, recoding, looks, accepted}, privet::Run());
    EXPECT_FALSE(key[0].needs_accepting);
    EXPECT_TRUE(key[1].needs_accepting);
    EXPECT_THROW(require_accepted(key), Error);
  }
}

// Three laboratory values of which none tells much alone: together they are a key.
TEST(Unchanged, SeveralSensitiveColumnsAreAKeyTogether) {
  std::vector<std::vector<std::string>> rows;
  for (unsigned i = 0; i < 27; ++i) {
    rows.push_back({"20", std::to_string(i % 3), std::to_string(i / 3 % 3), std::to_string(i / 9),
                    i % 2 == 0 ? "y" : "n"});
  }
  const Table table = make_table({"age", "a", "b", "c", "d"}, rows);
  Recoding recoding;
  recoding.class_of.assign(27, 0);
  recoding.class_sizes = {27};
  recoding.attributes = {{0, {{}}, {0}}};
  const std::vector<std::string> looks(5);
  Schema schema{5};
  schema.assign(0, Role::Quasi);
  for (AttributeId c = 1; c < 4; ++c) schema.assign(c, Role::Sensitive);
  schema.assign(4, Role::Class);
  const auto judged = [&](const std::set<AttributeId>& accepted) {
    return judge_unchanged({table, schema, recoding, looks, accepted}, privet::Run());
  };
  const auto found = judged({});
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_EQ(found[c].alone, 0U);
    EXPECT_TRUE(found[c].needs_accepting) << c;
    EXPECT_EQ(found[c].in_key, 27U);
    EXPECT_EQ(found[c].key_with.size(), 2U);
  }
  EXPECT_FALSE(found[3].needs_accepting);  // a key without it
  EXPECT_THROW(require_accepted(found), Error);
  EXPECT_NO_THROW(require_accepted(judged({1, 2, 3})));
  // Fewer than half: not a key.
  schema.assign(3, Role::Identifier);
  for (const auto& column : judged({})) EXPECT_FALSE(column.needs_accepting);
}

// Two records each of four persons: as records nobody is unique, as persons everybody is.
TEST(Unchanged, CountsPersons) {
  const Table table = make_table(
      {"age", "ward"},
      {{"20", "a"}, {"20", "a"}, {"20", "b"}, {"20", "b"}, {"20", "c"}, {"20", "c"}, {"20", "c"}});
  Schema schema{2};
  schema.assign(0, Role::Quasi);
  Recoding recoding;
  recoding.class_of.assign(7, 0);
  recoding.class_sizes = {7};
  recoding.attributes = {{0, {{}}, {0}}};
  const std::vector<std::string> looks(2);
  const std::set<AttributeId> accepted;
  EXPECT_FALSE(judge_unchanged({table, schema, recoding, looks, accepted}, privet::Run())[0]
                   .needs_accepting);
  const std::vector<ValueId> persons{0, 0, 1, 1, 2, 2, 3};
  const auto found =
      judge_unchanged({table, schema, recoding, looks, accepted, persons}, privet::Run());
  EXPECT_TRUE(found[0].needs_accepting);
  EXPECT_EQ(found[0].alone, 4U);
}

}  // namespace
}  // namespace privet
