// SPDX-License-Identifier: Apache-2.0
// Counting persons through pairs agrees with counting them one by one.
#include "privacy/person_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "privacy/alpha_k.h"
#include "privacy/beta_likeness.h"
#include "privacy/k_anonymity.h"
#include "privacy/l_distinct.h"
#include "privacy/l_entropy.h"
#include "privacy/l_recursive.h"
#include "privacy/p_sensitive.h"
#include "privacy/t_closeness.h"

namespace privet {
namespace {

// Records of up to five persons with values 0 (missing), 1, 2, 3.
struct Scene {
  std::vector<std::pair<ValueId, ValueId>> table;  // person and value
  PersonPairs pairs;
  ModelContext context;
  std::vector<std::uint32_t> of_pairs;
  std::vector<std::uint32_t> of_persons = std::vector<std::uint32_t>(5);
  std::map<ValueId, std::set<ValueId>> known;  // of each person who has one
  std::set<ValueId> persons;

  explicit Scene(std::mt19937& random) {
    for (std::size_t r = 1 + random() % 12; r > 0; --r) {
      table.emplace_back(static_cast<ValueId>(random() % 5), static_cast<ValueId>(random() % 4));
    }
    std::map<std::pair<ValueId, ValueId>, std::uint32_t> number;
    pairs = {{{}}, {{}}, {4}, {1}, 5, {}};
    for (const auto& pair : table) {
      if (number.emplace(pair, static_cast<std::uint32_t>(number.size())).second) {
        pairs.value_of_pair[0].push_back(pair.second);
        pairs.person_of_pair[0].push_back(pair.first);
      }
      persons.insert(pair.first);
      if (pair.second > 0) known[pair.first].insert(pair.second);
    }
    pairs.several = {number.size() > persons.size()};
    of_pairs.resize(number.size());
    for (const auto& pair : table) {
      ++of_pairs[number[pair]];
      ++of_persons[pair.first];
    }
    context.records = 5;
    context.sensitive.push_back({.name = "ill", .counts = {1, 2, 2, 1}, .missing = 1});
  }

  [[nodiscard]] double reached(std::unique_ptr<PrivacyModel> model) const {
    const std::vector<std::span<const std::uint32_t>> views{of_pairs, of_persons};
    return count_persons(std::move(model), pairs, 5)
        ->reached({.size = table.size(), .histograms = views});
  }

  // Calls use(histogram) for every way to take one value of each person who has one.
  template <class Use>
  void each_choice(const Use& use) const {
    std::vector<std::uint32_t> counts(4);
    choose(known.begin(), counts, use);
  }

 private:
  template <class At, class Use>
  void choose(At at, std::vector<std::uint32_t>& counts, const Use& use) const {
    if (at == known.end()) return use(counts);
    for (const ValueId value : at->second) {
      ++counts[value];
      choose(std::next(at), counts, use);
      --counts[value];
    }
  }
};

TEST(PersonModel, AgreesWithCountingOneByOne) {
  std::mt19937 random(5);  // NOLINT: the same tables in every run
  for (int round = 0; round < 500; ++round) {
    const Scene scene(random);
    EXPECT_EQ(scene.reached(make_k_anonymity(2)), static_cast<double>(scene.persons.size()));
    std::map<ValueId, std::size_t> with_value;
    for (const auto& [person, values] : scene.known) {
      for (const ValueId value : values) ++with_value[value];
    }
    std::size_t most = 0;
    for (const auto& [value, who] : with_value) most = std::max(most, who);
    const double share = scene.known.empty()
                             ? 0
                             : static_cast<double>(most) / static_cast<double>(scene.known.size());
    EXPECT_DOUBLE_EQ(scene.reached(make_alpha(0.5, scene.context)), share);
    const double all = static_cast<double>(scene.persons.size());
    double gain = 0;
    for (const auto& [value, who] : with_value) {
      const double table = scene.context.sensitive[0].counts[value] / 5.0;
      gain = std::max(gain, (static_cast<double>(who) / all - table) / table);
    }
    std::size_t missing = 0;
    for (const ValueId person : scene.persons) {
      const auto has = std::make_pair(person, ValueId{0});
      missing += std::ranges::find(scene.table, has) != scene.table.end() ? 1 : 0;
    }
    gain = std::max(gain, (static_cast<double>(missing) / all - 0.2) / 0.2);
    EXPECT_NEAR(scene.reached(make_beta_likeness(1, false, scene.context)), gain, 1e-12);
  }
}

// Whichever one value of each person somebody looks at: no model promises more than that shows.
TEST(PersonModel, PromisesNoMoreThanAnyChoiceOfValuesShows) {
  std::mt19937 random(6);  // NOLINT: the same tables in every run
  std::size_t single = 0;
  for (int round = 0; round < 500; ++round) {
    const Scene scene(random);
    const bool one_each =
        std::ranges::all_of(scene.known, [](const auto& own) { return own.second.size() == 1; });
    single += one_each ? 1 : 0;
    const auto compare = [&](const auto& make, bool more_is_safer) {
      const double promised = scene.reached(make());
      scene.each_choice([&](const std::vector<std::uint32_t>& counts) {
        const std::vector<std::span<const std::uint32_t>> views{counts};
        const double shown = make()->reached({.size = scene.persons.size(), .histograms = views});
        if (one_each) {
          EXPECT_DOUBLE_EQ(promised, shown);
        } else if (more_is_safer) {
          EXPECT_LE(promised, shown + 1e-12);
        } else {
          EXPECT_GE(promised, shown - 1e-12);
        }
      });
    };
    compare([&] { return make_l_distinct(2, scene.context); }, true);
    compare([&] { return make_p_sensitive(2, scene.context); }, true);
    compare([&] { return make_l_entropy(2, scene.context); }, true);
    compare([&] { return make_l_recursive(2, 2, scene.context); }, false);
    compare([&] { return make_alpha(0.5, scene.context); }, false);
  }
  EXPECT_GT(single, 20U);
}

// Three persons with an illness in common and one each of their own: four different values, and
// everybody has the first.
TEST(PersonModel, AnIllnessInCommonIsNoDiversity) {
  const PersonPairs pairs{{{0, 1, 0, 2, 0, 3}}, {{0, 0, 1, 1, 2, 2}}, {4}, {0}, 3, {true}};
  ModelContext context;
  context.records = 3;
  context.sensitive.push_back({.name = "ill", .counts = {3, 1, 1, 1}, .persons = 3});
  const std::vector<std::uint32_t> all(6, 1);
  const std::vector<std::uint32_t> who(3, 2);
  const std::vector<std::span<const std::uint32_t>> views{all, who};
  const EquivalenceClass cls{.size = 6, .histograms = views};
  EXPECT_EQ(count_persons(make_l_distinct(2, context), pairs, 3)->reached(cls), 1);
  EXPECT_FALSE(count_persons(make_l_distinct(2, context), pairs, 3)->holds(cls));
  EXPECT_FALSE(count_persons(make_l_entropy(1.5, context), pairs, 3)->holds(cls));
  EXPECT_FALSE(count_persons(make_l_recursive(100, 2, context), pairs, 3)->holds(cls));
  EXPECT_FALSE(count_persons(make_l_distinct(2, context), pairs, 3)->monotone().addition);
  EXPECT_ANY_THROW(count_persons(make_l_distinct(2, context), pairs, 3)->check_feasible(6));
}

// Shares of persons: what is gained or what is lost, whichever is more.
TEST(PersonModel, EqualDistanceIsNeverBelowTheChangeOfAValue) {
  const PersonPairs pairs{{{0, 1, 0, 1}}, {{0, 0, 1, 1}}, {3}, {0}, 2, {true}};
  ModelContext context;
  context.records = 10;
  context.sensitive.push_back({.name = "ill", .counts = {2, 2, 8}, .persons = 10});
  const std::vector<std::uint32_t> all(4, 1);
  const std::vector<std::uint32_t> who(2, 2);
  const std::vector<std::span<const std::uint32_t>> views{all, who};
  // Shares of 1, 1, 0 against 0.2, 0.2, 0.8: 1.6 more, 0.8 less.
  EXPECT_NEAR(count_persons(make_t_closeness(0.5, TDistance::Equal, context), pairs, 2)
                  ->reached({.size = 4, .histograms = views}),
              1.6, 1e-12);
}

TEST(PersonModel, SharesAreNotMonotone) {
  const PersonPairs pairs{{{}}, {{}}, {1}, {0}, 5, {false}};
  ModelContext context;
  context.records = 5;
  context.sensitive.push_back({"ill", {2, 2, 1}});
  EXPECT_TRUE(count_persons(make_k_anonymity(2), pairs, 5)->monotone().generalization);
  EXPECT_FALSE(count_persons(make_alpha(0.5, context), pairs, 5)->monotone().generalization);
}

TEST(PersonModel, IsRefusedForTooFewPersons) {
  const PersonPairs pairs;
  EXPECT_NO_THROW(count_persons(make_k_anonymity(3), pairs, 3)->check_feasible(10));
  EXPECT_ANY_THROW(count_persons(make_k_anonymity(4), pairs, 3)->check_feasible(10));
}

}  // namespace
}  // namespace privet
