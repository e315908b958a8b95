// SPDX-License-Identifier: Apache-2.0
#include "job/record_doubts.h"

#include <gtest/gtest.h>

namespace privet {
namespace {

std::optional<RepeatedPerson> find(const Table& table, const Schema& schema) {
  roles::SuggestOptions options;
  options.search_sets = false;
  const auto suggestions = roles::suggest_roles(table, options, privet::Run());
  return find_repeated_person({table, suggestions, schema});
}

// Twenty visits of ten patients under the name, the second in another spelling.
Table visits(const std::string& name, const std::string& begin, const std::string& again) {
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 10; ++i) {
    rows.push_back({begin + std::to_string(100 + 3 * i), std::to_string(20 + i)});
    rows.push_back({again + std::to_string(100 + 3 * i), std::to_string(20 + i)});
  }
  return make_table({name, "age"}, rows);
}

TEST(RecordDoubts, ANumberOfAPersonThatRepeatsItself) {
  const Schema schema{2};
  const auto found = find(visits("patient_id", "p", "P"), schema);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->column, 0U);
  EXPECT_EQ(found->records, 2U);
  EXPECT_FALSE(find(visits("patient_id", "p", "q"), schema));
  // Whatever is done with it, it says who a record is about.
  for (const Role role : {Role::Quasi, Role::Sensitive, Role::Class, Role::Identifier}) {
    Schema other{2};
    other.assign(0, role);
    EXPECT_TRUE(find(visits("patient_id", "p", "P"), other));
  }
}

TEST(RecordDoubts, WhatSomebodyCallsAnIdentifierIsOne) {
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 40; ++i) {
    rows.push_back({std::string(3, static_cast<char>('a' + i % 13)), std::to_string(i / 2)});
  }
  const Table table = make_table({"animal", "age"}, rows);
  roles::SuggestOptions options;
  options.search_sets = false;
  const auto suggestions = roles::suggest_roles(table, options, privet::Run());
  Schema schema{2};
  schema.assign(0, Role::Identifier);
  EXPECT_FALSE(find_repeated_person({table, suggestions, schema}));
  const std::vector<char> decided{1, 1};
  const auto found = find_repeated_person({table, suggestions, schema, decided});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->column, 0U);
  EXPECT_EQ(found->value, "aaa");
  for (auto& row : rows) row[0] = row[0] < "hhh" ? "yes" : "no";  // not persons
  const Table few = make_table({"animal", "age"}, rows);
  const auto looks = roles::suggest_roles(few, options, privet::Run());
  EXPECT_FALSE(find_repeated_person({few, looks, schema, decided}));
}

TEST(RecordDoubts, NamesCountWhereNoNumberTellsRecordsApart) {
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 30; ++i) {
    rows.push_back({i % 2 == 0   ? "Anna Huber"
                    : i % 3 == 0 ? "Maria Rossi"
                                 : "Peter Novak",
                    "F" + std::to_string(77000 + 13 * i)});
  }
  const Schema schema{2};
  EXPECT_FALSE(find(make_table({"name", "case_no"}, rows), schema));
  for (auto& row : rows) row[1] = "x";
  const auto found = find(make_table({"name", "ward"}, rows), schema);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->column, 0U);
}

TEST(RecordDoubts, TotalsSayOrAddUp) {
  const auto total = [](const std::vector<std::string>& last) {
    return find_total(make_table({"ward", "age", "nights"},
                                 {{"a", "20", "3"}, {"a", "31", "4"}, {"b", "45", "1"}, last}));
  };
  for (const auto* word : {"Total", "TOTAL:", "Summe", " gesamt ", "Moyenne"}) {
    ASSERT_TRUE(total({word, "1", "1"})) << word;
    EXPECT_EQ(total({word, "1", "1"})->row, 3U);
  }
  EXPECT_TRUE(total({"", "96", "8"}));           // sums
  EXPECT_TRUE(total({"", "96", "2.66666667"}));  // a sum and a mean
  EXPECT_FALSE(total({"b", "96", "2"}));         // one sum may be chance
  EXPECT_FALSE(total({"totally", "1", "1"}));
  EXPECT_FALSE(find_total(make_table({"a"}, {{"total"}})));  // the only record
}

TEST(RecordDoubts, TotalsStandBetweenTheRecordsToo) {
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 40; ++i) {
    rows.push_back({i < 20 ? "a" : "b", std::to_string(20 + i % 7), std::to_string(i % 11)});
  }
  const std::vector<std::string> header{"ward", "age", "nights"};
  EXPECT_FALSE(find_total(make_table(header, rows)));
  auto between = rows;
  between.insert(between.begin() + 20, {"Zwischensumme a", "", "99"});
  const auto found = find_total(make_table(header, between));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->row, 20U);
  EXPECT_NE(total_text(make_table(header, between), *found, 0).find("Take its line"),
            std::string::npos);
  // The same word behind every ward.
  between.insert(between.begin() + 30, {"Zwischensumme a", "", "98"});
  EXPECT_TRUE(find_total(make_table(header, between)));
  // An answer of persons, of whom one says nothing of the age.
  between[20][1] = "44";
  EXPECT_FALSE(find_total(make_table(header, between)));
}

}  // namespace
}  // namespace privet
