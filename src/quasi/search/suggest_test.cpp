// SPDX-License-Identifier: Apache-2.0
#include "quasi/search/suggest.h"

#include <gtest/gtest.h>

#include "base/sampling.h"

namespace privet::quasi {
namespace {

TEST(Suggest, NamesRolesWithTheirEvidence) {
  Sampler sampler(2);
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 2000; ++i) {
    rows.push_back({"p" + std::to_string(i), std::to_string(i + 1),
                    std::to_string(sampler.below(80)), std::to_string(10000 + sampler.below(900)),
                    sampler.below(2) == 0 ? "f" : "m", "AT", sampler.below(3) == 0 ? "flu" : "none",
                    sampler.below(50) == 0 ? "yes" : "no"});
  }
  const Table table = make_table(
      {"PatientId", "row", "age", "zip", "sex", "country", "diagnosis", "consent"}, rows);
  const privet::Run run;
  const auto suggested = suggest_roles(table, {}, run);
  ASSERT_EQ(suggested.size(), 8U);
  EXPECT_EQ(suggested[0].role, Role::Identifier);
  EXPECT_EQ(suggested[1].role, Role::Identifier);
  EXPECT_EQ(suggested[1].evidence, "its values are running numbers");
  EXPECT_EQ(suggested[2].role, Role::Quasi);
  EXPECT_EQ(suggested[3].role, Role::Quasi);
  EXPECT_EQ(suggested[2].evidence, "{age, zip} separates 99.998% of pairs");
  EXPECT_EQ(suggested[3].evidence, "{age, zip} separates 99.998% of pairs");
  EXPECT_EQ(suggested[4].role, Role::Quasi);
  EXPECT_TRUE(suggested[4].evidence.starts_with("{zip, sex} separates 99.9"))
      << suggested[4].evidence;
  EXPECT_EQ(suggested[5].role, Role::Plain);
  EXPECT_EQ(suggested[5].evidence, "it has one value");
  EXPECT_EQ(suggested[6].role, Role::Sensitive);
  EXPECT_EQ(suggested[7].role, Role::Plain);
}

// A column that separates little is still what an attacker knows first; names are identifiers
// although people share them.
TEST(Suggest, KnowsWhatOthersKnow) {
  Sampler sampler(3);
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 1000; ++i) {
    rows.push_back({"n" + std::to_string(sampler.below(300)),
                    std::to_string(i % 500) + "." + std::to_string(i),
                    sampler.below(20) == 0 ? "f" : "m", sampler.below(20) == 0 ? "x" : "y"});
  }
  const auto suggested =
      suggest_roles(make_table({"full name", "reading", "sex", "flag"}, rows), {}, privet::Run());
  EXPECT_EQ(suggested[0].role, Role::Identifier);
  EXPECT_EQ(suggested[1].role, Role::Quasi);
  EXPECT_EQ(suggested[2].role, Role::Quasi);
  EXPECT_EQ(suggested[2].evidence, "its name says that others know it");
  EXPECT_EQ(suggested[3].role, Role::Plain);
}

TEST(Suggest, ADateOfBirthIsNoName) {
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 40; ++i)
    rows.push_back({"19" + std::to_string(50 + i) + "-01-02", "z" + std::to_string(i)});
  const auto suggested = suggest_roles(make_table({"birth date", "code"}, rows), {}, privet::Run());
  EXPECT_EQ(suggested[0].role, Role::Quasi);
  EXPECT_EQ(suggested[1].role, Role::Identifier);
}

TEST(Suggest, WhereNoSmallSetIsEnoughTheGreedyOneIsShown) {
  Sampler sampler(2);
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 600; ++i) {
    std::vector<std::string> row;
    for (int c = 0; c < 12; ++c) row.push_back(sampler.below(2) == 0 ? "y" : "n");
    rows.push_back(row);
  }
  const Table table =
      make_table({"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"}, rows);
  const privet::Run run;
  int quasi = 0;
  for (const auto& suggestion : suggest_roles(table, {}, run)) {
    quasi += suggestion.role == Role::Quasi ? 1 : 0;
  }
  EXPECT_GE(quasi, 10);
}

TEST(Suggest, SmallAndOddTablesDoNotMislead) {
  const privet::Run run;
  const auto one = suggest_roles(make_table({"a", "name"}, {{"x", "y"}}), {}, run);
  EXPECT_EQ(one[0].role, Role::Plain);
  EXPECT_EQ(one[1].role, Role::Identifier);
  const auto numbers = suggest_roles(make_table({"height"}, {{"1.5"},
                                                             {"1.6"},
                                                             {"1.7"},
                                                             {"1.8"},
                                                             {"1.9"},
                                                             {"1.4"},
                                                             {"1.3"},
                                                             {"1.2"},
                                                             {"1.1"},
                                                             {"1.05"},
                                                             {"2"}}),
                                     {}, run);
  EXPECT_EQ(numbers[0].role, Role::Quasi);  // all differ, but a measured number is not a name
}

TEST(Percent, NeverRoundsUpToAll) {
  EXPECT_EQ(percent(1.0), "100%");
  EXPECT_EQ(percent(0.999999999), "99.9999999%");
  EXPECT_EQ(percent(0.9999), "99.99%");
  EXPECT_EQ(percent(0.999), "99.9%");
  EXPECT_EQ(percent(0.5), "50%");
  EXPECT_EQ(percent(0.0), "0%");
  EXPECT_EQ(percent(0.99995), "99.995%");
}

}  // namespace
}  // namespace privet::quasi
