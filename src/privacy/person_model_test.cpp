// SPDX-License-Identifier: Apache-2.0
// Counting persons through pairs agrees with counting them one by one.
#include "privacy/person_model.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "privacy/alpha_k.h"
#include "privacy/k_anonymity.h"
#include "privacy/l_distinct.h"

namespace privet {
namespace {

TEST(PersonModel, AgreesWithCountingOneByOne) {
  std::mt19937 random(5);  // NOLINT: the same tables in every run
  for (int round = 0; round < 500; ++round) {
    const std::size_t records = 1 + random() % 12;
    std::vector<std::pair<ValueId, ValueId>> table;  // person and value
    for (std::size_t r = 0; r < records; ++r) {
      table.emplace_back(static_cast<ValueId>(random() % 5), static_cast<ValueId>(random() % 3));
    }
    std::map<std::pair<ValueId, ValueId>, std::uint32_t> number;
    PersonPairs pairs{{{}}, {3}};
    for (const auto& pair : table) {
      if (number.emplace(pair, static_cast<std::uint32_t>(number.size())).second) {
        pairs.value_of_pair[0].push_back(pair.second);
      }
    }
    std::vector<std::uint32_t> of_pairs(number.size());
    std::vector<std::uint32_t> of_persons(5);
    std::set<ValueId> persons;
    std::map<ValueId, std::set<ValueId>> with_value;
    for (const auto& pair : table) {
      ++of_pairs[number[pair]];
      ++of_persons[pair.first];
      persons.insert(pair.first);
      with_value[pair.second].insert(pair.first);
    }
    const std::vector<std::span<const std::uint32_t>> views{of_pairs, of_persons};
    const EquivalenceClass cls{.size = records, .histograms = views};
    ModelContext context;
    context.records = 5;
    context.sensitive.push_back({"ill", {2, 2, 1}});
    EXPECT_EQ(count_persons(make_k_anonymity(2), pairs, 5)->reached(cls),
              static_cast<double>(persons.size()));
    EXPECT_EQ(count_persons(make_l_distinct(2, context), pairs, 5)->reached(cls),
              static_cast<double>(with_value.size()));
    std::size_t most = 0;
    for (const auto& [value, who] : with_value) most = std::max(most, who.size());
    EXPECT_DOUBLE_EQ(count_persons(make_alpha(0.5, context), pairs, 5)->reached(cls),
                     static_cast<double>(most) / static_cast<double>(persons.size()));
  }
}

TEST(PersonModel, SharesAreNotMonotone) {
  const PersonPairs pairs{{{}}, {1}};
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
