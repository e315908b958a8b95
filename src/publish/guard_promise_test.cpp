// SPDX-License-Identifier: Apache-2.0
// What the guard demands beyond the cells: a shuffled order, persons, values by their meaning.
#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "anonymize/mondrian/mondrian.h"
#include "base/error.h"
#include "base/sampling.h"
#include "data/meaning.h"
#include "privacy/alpha_k.h"
#include "privacy/beta_likeness.h"
#include "privacy/k_anonymity.h"
#include "privacy/l_distinct.h"
#include "privacy/l_entropy.h"
#include "privacy/l_recursive.h"
#include "privacy/person_model.h"
#include "privacy/t_closeness.h"
#include "publish/release.h"
#include "release/record_order.h"

namespace privet {
namespace {

std::string refusal(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Internal);
    return error.message();
  }
  return "";
}

// A hundred ages, all different, in classes of ten.
struct Ages {
  Table table;
  Schema schema{1};
  std::unique_ptr<PrivacyModel> model = make_k_anonymity(10);
  Problem problem;
  Recoding recoding;

  Ages() : table(make()), problem{table, {{0}}, {}, {model.get()}} {
    schema.assign(0, Role::Quasi);
    recoding = make_mondrian({})->search(problem, privet::Run());
  }
  static Table make() {
    std::vector<std::vector<std::string>> rows;
    for (int i = 0; i < 100; ++i) rows.push_back({std::to_string(i)});
    return make_table({"age"}, rows);
  }
  [[nodiscard]] std::string released(const RecordOrder& order) const {
    return publish(problem, schema, recoding, {{}, order}, "-", privet::Run()).bytes();
  }
};

TEST(GuardPromise, ARandomOrderIsReleased) {
  const Ages ages;
  const std::string kept = ages.released({});
  const RecordOrder order = random_order(100);
  const std::string shuffled = ages.released(order);
  EXPECT_NE(shuffled, kept);
  EXPECT_NE(random_order(100), order);
  // The guard compares each record with its own original: another order is another release.
  const auto check = [&](const RecordOrder& said) {
    return refusal(
        [&] { (void)guard(shuffled, {{}, said}, ages.problem, ages.schema, privet::Run()); });
  };
  EXPECT_EQ(check(order), "");
  EXPECT_NE(check(random_order(100)), "");
  EXPECT_NE(check({}), "");
}

TEST(GuardPromise, AnOrderThatIsNoneIsRefused) {
  const Ages ages;
  RecordOrder same(100);
  std::iota(same.begin(), same.end(), 0U);
  EXPECT_NE(refusal([&] { (void)ages.released(same); }).find("not shuffled"), std::string::npos);
  EXPECT_NE(why_not_shuffled(RecordOrder{0, 0, 1}, 3), "");
  EXPECT_NE(why_not_shuffled(RecordOrder{0, 3, 1}, 3), "");
  EXPECT_NE(why_not_shuffled(RecordOrder{0, 1}, 3), "");
  EXPECT_EQ(why_not_shuffled(RecordOrder{2, 0, 1}, 3), "");
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(why_not_shuffled(random_order(200), 200), "");
}

// Random small tables: the guard lets a table of one class pass exactly where counting persons and
// values one by one says that it may.
TEST(GuardPromise, PersonsAndMeaningsAreCountedOneByOne) {
  Sampler sampler(21);
  const std::vector<std::string> spellings{"HIV", "hiv", "HIV ", "flu", "Flu",
                                           "?",   "NA",  "7",    "7.0"};
  const std::vector<std::string> names{"ann", "ANN ", "bob", "cid", "?", "NA"};
  std::size_t held = 0;
  for (int round = 0; round < 400; ++round) {
    std::vector<std::vector<std::string>> rows;
    std::set<std::string> persons;
    std::map<std::string, std::set<std::string>> values;  // and who has them
    std::set<std::string> known;                          // persons who have one
    const std::size_t records = 2 + sampler.below(5);
    for (std::size_t r = 0; r < records; ++r) {
      const auto& name = names[sampler.below(names.size())];
      const auto& ill = spellings[sampler.below(spellings.size())];
      rows.push_back({name, "1", ill});
      const std::string who = name == "NA" ? "?" : name == "ANN " ? "ann" : name;
      persons.insert(who);
      const char first = ill[0];
      if (first == 'H' || first == 'h') values["hiv"].insert(who);
      if (first == 'F' || first == 'f') values["flu"].insert(who);
      if (first == '7') values["7"].insert(who);
      if (ill != "?" && ill != "NA") known.insert(who);
    }
    const Table table = make_table({"who", "age", "ill"}, rows);
    Schema schema{3};
    schema.assign(0, Role::Identifier);
    schema.assign(1, Role::Quasi);
    schema.assign(2, Role::Sensitive);
    const auto merged = by_meaning(table.column(2), false);
    const Column& ill = merged ? *merged : table.column(2);
    ModelContext context;
    context.records = records;
    context.sensitive.push_back(count_attribute(ill, nullptr));
    const PersonPairs pairs;  // the guard asks the models inside
    const auto k = count_persons(make_k_anonymity(2), pairs, 0);
    const auto l = count_persons(make_l_distinct(2, context), pairs, 0);
    Problem problem{table, {{1}}, {2}, {k.get(), l.get()}};
    problem.counted = {&ill};
    problem.unit = AttributeId{0};
    std::string bytes = "age,ill\n";
    for (const auto& row : rows) bytes += row[1] + "," + row[2] + "\n";
    // Two values a class: nothing that everybody has who has anything.
    bool shared = known.empty();
    for (const auto& [value, who] : values) shared = shared || who == known;
    const bool holds = persons.size() >= 2 && !shared;
    held += holds ? 1U : 0U;
    EXPECT_EQ(refusal([&] { (void)guard(bytes, {}, problem, schema, privet::Run()); }).empty(),
              holds)
        << bytes;
  }
  EXPECT_GT(held, 50U);
}

// Persons with several values and none: the guard, with code of its own, refuses just what the
// makers' count of persons does not allow.
TEST(GuardPromise, AgreesWithTheMakersAboutPersonsWithSeveralValues) {
  Sampler sampler(33);
  const privet::Run run;
  std::size_t held = 0;
  std::size_t refused = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<std::vector<std::string>> rows;
    for (std::size_t r = 2 + sampler.below(9); r > 0; --r) {
      const std::size_t value = sampler.below(5);
      rows.push_back({"p" + std::to_string(sampler.below(5)), "1",
                      value == 0 ? "?" : "v" + std::to_string(value)});
    }
    const Table table = make_table({"who", "age", "ill"}, rows);
    Schema schema{3};
    schema.assign(0, Role::Identifier);
    schema.assign(1, Role::Quasi);
    schema.assign(2, Role::Sensitive);
    const Column& ill = table.column(2);
    const auto& who = table.column(0);
    PersonPairs pairs{{{}},
                      {{}},
                      {ill.dictionary.size()},
                      {ill.dictionary.missing_count()},
                      who.dictionary.size(),
                      {}};
    std::map<std::pair<ValueId, ValueId>, std::size_t> number;
    ModelContext context;
    context.records = who.dictionary.size();
    context.sensitive.push_back(count_attribute(ill, nullptr));
    auto& counts = context.sensitive[0].counts;
    std::fill(counts.begin(), counts.end(), 0U);
    std::vector<std::uint32_t> of_pairs;
    std::vector<std::uint32_t> of_persons(who.dictionary.size());
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const auto [at, fresh] = number.try_emplace({who.codes[r], ill.codes[r]}, number.size());
      if (fresh) {
        pairs.person_of_pair[0].push_back(who.codes[r]);
        pairs.value_of_pair[0].push_back(ill.codes[r]);
        of_pairs.push_back(0);
        ++counts[ill.codes[r]];
      }
      ++of_pairs[at->second];
      ++of_persons[who.codes[r]];
    }
    pairs.several = {number.size() > who.dictionary.size()};
    const std::vector<std::span<const std::uint32_t>> views{of_pairs, of_persons};
    std::vector<std::unique_ptr<PrivacyModel>> models;
    models.push_back(make_l_distinct(2 + sampler.below(2), context));
    models.push_back(make_l_entropy(1.5, context));
    models.push_back(make_l_recursive(1.5, 2, context));
    models.push_back(make_alpha(0.7, context));
    models.push_back(make_beta_likeness(0.5, false, context));
    models.push_back(make_t_closeness(0.1, TDistance::Equal, context));
    std::string bytes = "age,ill\n";
    for (const auto& row : rows) bytes += row[1] + "," + row[2] + "\n";
    for (auto& inner : models) {
      const auto model = count_persons(std::move(inner), pairs, who.dictionary.size());
      Problem problem{table, {{1}}, {2}, {model.get()}};
      problem.meant = {&ill};
      problem.counted = {&ill};
      problem.unit = AttributeId{0};
      const bool holds = model->holds({.size = rows.size(), .histograms = views});
      (holds ? held : refused) += 1;
      EXPECT_EQ(refusal([&] { (void)guard(bytes, {}, problem, schema, run); }).empty(), holds)
          << model->name() << "\n"
          << bytes;
    }
  }
  EXPECT_GT(held, 200U);
  EXPECT_GT(refused, 200U);
}

// A maker that counts spellings instead of values is found out.
TEST(GuardPromise, SpellingsThatWereCountedAsValuesAreRefused) {
  const Table table = make_table({"age", "ill"}, {{"1", "HIV"}, {"1", "hiv"}});
  Schema schema{2};
  schema.assign(0, Role::Quasi);
  schema.assign(1, Role::Sensitive);
  ModelContext context;
  context.records = 2;
  context.sensitive.push_back(count_attribute(table.column(1), nullptr));
  const auto model = make_l_distinct(2, context);
  const Problem problem{table, {{0}}, {1}, {model.get()}};
  EXPECT_NE(refusal([&] {
              (void)guard("age,ill\n1,HIV\n1,hiv\n", {}, problem, schema, privet::Run());
            }).find("not counted by what they mean"),
            std::string::npos);
}

}  // namespace
}  // namespace privet
