// SPDX-License-Identifier: Apache-2.0
// Pseudonyms that link the records of a person over classes: the guard refuses just what counting
// the linked persons one by one does not allow.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/error.h"
#include "base/sampling.h"
#include "privacy/k_anonymity.h"
#include "privacy/l_distinct.h"
#include "privacy/person_model.h"
#include "publish/guard.h"

namespace privet {
namespace {

struct Visit {
  std::string who;
  std::string age;
  std::string ill;
};

// By definition: persons who have records in the same ages, and all values of each.
bool linked_hold(const std::vector<Visit>& visits, std::size_t k) {
  std::map<std::string, std::set<std::string>> ages;
  std::map<std::string, std::set<std::string>> ills;
  for (const auto& visit : visits) {
    ages[visit.who].insert(visit.age);
    ills[visit.who].insert(visit.ill);
  }
  std::map<std::set<std::string>, std::vector<std::string>> alike;
  for (const auto& [who, own] : ages) alike[own].push_back(who);
  for (const auto& [own, persons] : alike) {
    if (persons.size() < k) return false;
    std::set<std::string> common = ills.at(persons.front());
    for (const auto& who : persons) {
      std::set<std::string> kept;
      for (const auto& ill : common)
        if (ills.at(who).contains(ill)) kept.insert(ill);
      common = std::move(kept);
    }
    if (!common.empty()) return false;  // a value that everybody has: l = 2 fails
  }
  return true;
}

bool classes_hold(const std::vector<Visit>& visits, std::size_t k) {
  std::map<std::string, std::vector<Visit>> classes;
  for (const auto& visit : visits) classes[visit.age].push_back(visit);
  for (auto& [age, own] : classes) {
    for (auto& visit : own) visit.age = "";
    if (!linked_hold(own, k)) return false;
  }
  return true;
}

enum class Answer { Passed, Broken, Linked };

Answer ask_guard(const std::vector<Visit>& visits, std::size_t k, bool accept) {
  std::vector<std::vector<std::string>> rows;
  std::string bytes = "who,age,ill\n";
  for (const auto& visit : visits) {
    rows.push_back({visit.who, visit.age, visit.ill});
    bytes += "x" + visit.who + "," + visit.age + "," + visit.ill + "\n";
  }
  const Table table = make_table({"who", "age", "ill"}, rows);
  Schema schema{3};
  schema.assign(0, Role::Identifier);
  schema.assign(1, Role::Quasi);
  schema.assign(2, Role::Sensitive);
  schema.show(0, {.kind = ShownIdentifier::Kind::Pseudonym, .texts = {}});
  ModelContext context;
  context.records = visits.size();
  context.sensitive.push_back(count_attribute(table.column(2), nullptr));
  const PersonPairs pairs;  // the guard asks the models inside
  const auto size = count_persons(make_k_anonymity(k), pairs, 0);
  const auto diverse = count_persons(make_l_distinct(2, context), pairs, 0);
  Problem problem{table, {{1}}, {2}, {size.get(), diverse.get()}};
  problem.unit = AttributeId{0};
  try {
    (void)guard(bytes, {.accept_links = accept}, problem, schema, privet::Run());
  } catch (const Error& error) {
    return error.code() == ErrorCode::Policy ? Answer::Linked : Answer::Broken;
  }
  return Answer::Passed;
}

TEST(GuardLinks, RefusesWhatLinkedRecordsTell) {
  // Each class has two persons and two illnesses, but the pair of visits is one person's own.
  const std::vector<Visit> visits{{"a", "20", "flu"},  {"b", "20", "gout"}, {"a", "30", "cold"},
                                  {"c", "30", "gout"}, {"b", "40", "flu"},  {"c", "40", "cold"}};
  EXPECT_EQ(ask_guard(visits, 2, false), Answer::Linked);
  EXPECT_EQ(ask_guard(visits, 2, true), Answer::Passed);
  // Everybody in one class: nothing is linked that the class did not show.
  EXPECT_EQ(ask_guard({{"a", "20", "flu"}, {"a", "20", "cold"}, {"b", "20", "gout"}}, 2, false),
            Answer::Passed);
}

TEST(GuardLinks, AgreesWithCountingOneByOne) {
  Sampler sampler(8);
  std::map<Answer, int> seen;
  for (int round = 0; round < 3000; ++round) {
    std::vector<Visit> visits;
    const std::size_t persons = 4 + sampler.below(6);
    const std::size_t ages = 1 + sampler.below(2);
    const bool moving = sampler.below(2) == 0;
    for (std::size_t r = 0; r < 8 + sampler.below(12); ++r) {
      const std::size_t who = sampler.below(persons);
      const std::size_t age = moving ? sampler.below(ages + 1) : who % ages;
      visits.push_back({"p" + std::to_string(who), std::to_string(20 + age),
                        std::string(1, static_cast<char>('a' + sampler.below(6)))});
    }
    const std::size_t k = 1 + sampler.below(3);
    const Answer expected = !classes_hold(visits, k)  ? Answer::Broken
                            : !linked_hold(visits, k) ? Answer::Linked
                                                      : Answer::Passed;
    ASSERT_EQ(ask_guard(visits, k, false), expected) << "round " << round;
    ++seen[expected];
  }
  EXPECT_GT(seen[Answer::Passed], 50);
  EXPECT_GT(seen[Answer::Linked], 50);
}

// Whoever is not named is linked to nobody.
TEST(GuardLinks, MissingNamesLinkNothing) {
  const Table table =
      make_table({"who", "age"}, {{"?", "20"}, {"a", "20"}, {"?", "30"}, {"b", "30"}});
  Schema schema{2};
  schema.assign(0, Role::Identifier);
  schema.assign(1, Role::Quasi);
  schema.show(0, {.kind = ShownIdentifier::Kind::Pseudonym, .texts = {}});
  const auto model = make_k_anonymity(2);
  const Problem problem{table, {{1}}, {}, {model.get()}};
  EXPECT_NO_THROW(
      (void)guard("who,age\n?,20\nxa,20\n?,30\nxb,30\n", {}, problem, schema, privet::Run()));
}

}  // namespace
}  // namespace privet
