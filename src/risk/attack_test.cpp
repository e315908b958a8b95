// SPDX-License-Identifier: Apache-2.0
// Attackers with another table, and what classes give away.
#include <gtest/gtest.h>

#include "base/sampling.h"
#include "risk/cover_join.h"
#include "risk/outside_table.h"
#include "risk/persons_in_groups.h"
#include "risk/reidentification.h"
#include "risk/sensitive_risk.h"

namespace privet {
namespace {

const privet::Run& run() {
  static const privet::Run one;
  return one;
}

TEST(OutsideTable, FindsWhomEachClassCovers) {
  const Table release = make_table(
      {"age", "zip"}, {{"[20-25]", "{a,b}"}, {"[20-25]", "{a,b}"}, {"40", "c"}, {"*", "c"}});
  const Table voters = make_table({"zip", "age", "name"}, {{"a", "20", "ann"},
                                                           {"b", "25", "bob"},
                                                           {"c", "22", "cid"},
                                                           {"c", "40", "dot"},
                                                           {"d", "40", "eve"}});
  const std::vector<AttributeId> quasi{0, 1};
  const SharedColumns shared{.ours = {0, 1}, .theirs = {1, 0}, .hierarchies = {nullptr, nullptr}};
  const RowGroups groups = group_rows(release, quasi, run());
  const OutsideMatch found = match_outside(release, groups, voters, shared, false, run());
  EXPECT_EQ(found.people_of_class, (std::vector<std::size_t>{2, 1, 2}));
  EXPECT_EQ(found.rows, 5U);
  EXPECT_EQ(found.no_class, 1U);    // eve
  EXPECT_EQ(found.one_class, 3U);   // ann, bob, cid
  EXPECT_EQ(found.one_record, 1U);  // cid
  const JournalistRisk risk =
      measure_journalist(groups.sizes, found.people_of_class, found.rows, 0.5);
  EXPECT_EQ(risk.smallest_class, 1U);
  EXPECT_EQ(risk.highest, 1.0);
  EXPECT_DOUBLE_EQ(risk.average, (2 * 0.5 + 1 + 0.5) / 4);
  EXPECT_DOUBLE_EQ(risk.fraction_at_risk, 0.25);
}

// Rows of one person are one, on either side; by hand.
TEST(OutsideTable, CountsPersons) {
  const Table release =
      make_table({"age", "who"}, {{"20", "p"}, {"20", "p"}, {"30", "q"}, {"30", "r"}, {"40", "p"}});
  const Table voters =
      make_table({"age", "id"},
                 {{"20", "1"}, {"40", "1"}, {"20", "2"}, {"30", "2"}, {"30", "3"}, {"50", "4"}});
  const std::vector<AttributeId> quasi{0};
  const RowGroups groups = group_rows(release, quasi, run());
  SharedColumns shared{.ours = {0}, .theirs = {0}, .hierarchies = {nullptr}};
  shared.persons = {0, 0, 1, 1, 2, 3};
  const OutsideMatch by_record = match_outside(release, groups, voters, shared, false, run());
  EXPECT_EQ(by_record.rows, 4U);
  EXPECT_EQ(by_record.people_of_class, (std::vector<std::size_t>{2, 2, 1}));
  EXPECT_EQ(by_record.no_class, 1U);   // 4
  EXPECT_EQ(by_record.one_class, 1U);  // 3
  EXPECT_EQ(by_record.one_record, 0U);
  shared.own_persons = {0, 0, 1, 2, 0};
  EXPECT_EQ(match_outside(release, groups, voters, shared, false, run()).one_record, 1U);  // 1 is p
  shared.persons.clear();
  const OutsideMatch by_row = match_outside(release, groups, voters, shared, false, run());
  EXPECT_EQ(by_row.rows, 6U);
  EXPECT_EQ(by_row.one_record, 3U);  // 20, 40, 20
}

TEST(OutsideTable, ReadsLabelsByTheHierarchy) {
  const Table release = make_table({"city"}, {{"south"}, {"south"}, {"oslo"}});
  const Table voters = make_table({"city"}, {{"rome"}, {"bari"}, {"oslo"}, {"nuuk"}});
  const BoundHierarchy tree{
      Hierarchy({.levels = 3,
                 .labels = {"rome", "south", "*", "bari", "south", "*", "oslo", "north", "*"}}),
      {}};
  const std::vector<AttributeId> quasi{0};
  const RowGroups groups = group_rows(release, quasi, run());
  const SharedColumns shared{.ours = {0}, .theirs = {0}, .hierarchies = {&tree}};
  const OutsideMatch found = match_outside(release, groups, voters, shared, false, run());
  EXPECT_EQ(found.people_of_class, (std::vector<std::size_t>{2, 1}));
  EXPECT_EQ(found.no_class, 1U);
}

// The join against all pairs.
TEST(CoverJoin, AgreesWithAllPairs) {
  Sampler sampler(3);
  for (int round = 0; round < 300; ++round) {
    const std::size_t classes = 1 + sampler.below(12);
    const std::size_t people = 1 + sampler.below(20);
    std::vector<CoverAttribute> attributes(1 + sampler.below(4));
    std::vector<std::vector<ValueId>> values(attributes.size());
    for (std::size_t a = 0; a < attributes.size(); ++a) {
      CoverAttribute& attribute = attributes[a];
      const std::size_t cells = 1 + sampler.below(5);
      attribute.values = 1 + sampler.below(5);
      for (std::size_t i = 0; i < cells * attribute.values; ++i)
        attribute.covers.push_back(sampler.below(3) != 0);
      for (std::size_t c = 0; c < classes; ++c)
        attribute.cell_of_class.push_back(static_cast<std::uint32_t>(sampler.below(cells)));
      for (std::size_t p = 0; p < people; ++p)
        values[a].push_back(static_cast<ValueId>(sampler.below(attribute.values)));
      attribute.value_of_person = values[a];
    }
    std::vector<std::vector<bool>> found(people, std::vector<bool>(classes));
    std::vector<int> visits(people);
    cover_join(
        classes, people, attributes,
        [&](auto group, auto covering) {
          for (const RowId person : group) {
            ++visits[person];
            for (const std::uint32_t cls : covering) found[person][cls] = true;
          }
        },
        run());
    for (std::size_t p = 0; p < people; ++p) {
      EXPECT_EQ(visits[p], 1);
      for (std::size_t c = 0; c < classes; ++c) {
        bool expected = true;
        for (std::size_t a = 0; a < attributes.size(); ++a) {
          expected =
              expected &&
              attributes[a]
                  .covers[attributes[a].cell_of_class[c] * attributes[a].values + values[a][p]];
        }
        ASSERT_EQ(found[p][c], expected);
      }
    }
  }
}

TEST(SensitiveRisk, SeesHomogeneityAndSkewness) {
  const Table table = make_table({"zip", "ill"}, {{"a", "flu"},
                                                  {"a", "flu"},
                                                  {"b", "flu"},
                                                  {"b", "gout"},
                                                  {"b", "gout"},
                                                  {"c", "mumps"},
                                                  {"c", "flu"},
                                                  {"d", "mumps"}});
  const std::vector<AttributeId> quasi{0};
  const RowGroups groups = group_rows(table, quasi, run());
  const SensitiveRisk risk = measure_sensitive(table.column(1), groups, run());
  EXPECT_EQ(risk.homogeneous_classes, 2U);
  EXPECT_EQ(risk.homogeneous_records, 3U);
  EXPECT_DOUBLE_EQ(risk.highest_confidence, 1.0);
  EXPECT_DOUBLE_EQ(risk.average_confidence, (2.0 + 2 + 1 + 1) / 8);
  EXPECT_DOUBLE_EQ(risk.highest_skewness, 0.75);  // d: only mumps, which is a quarter
  EXPECT_EQ(table.column(1).dictionary.text(risk.gain.value), "gout");
  EXPECT_NEAR(risk.gain.factor, (2.0 / 3) / 0.25, 1e-12);
  EXPECT_EQ(risk.gain.first_row, 2U);
}

// Three records of two persons, who both have gout: different values, and no secret.
TEST(SensitiveRisk, AValueThatEverybodyHasIsHomogeneous) {
  const Table table = make_table(
      {"zip", "ill"},
      {{"a", "gout"}, {"a", "flu"}, {"a", "gout"}, {"b", "flu"}, {"b", "gout"}, {"b", "?"}});
  const std::vector<AttributeId> quasi{0};
  const RowGroups groups = group_rows(table, quasi, run());
  const std::vector<ValueId> persons{0, 0, 1, 2, 3, 4};
  const SensitiveRisk risk = measure_sensitive(table.column(1), groups, run(), persons);
  EXPECT_EQ(risk.homogeneous_classes, 1U);
  EXPECT_EQ(risk.homogeneous_records, 3U);
  EXPECT_DOUBLE_EQ(risk.highest_confidence, 1.0);
  EXPECT_DOUBLE_EQ(risk.average_confidence, (3 * 1.0 + 3 * 0.5) / 6);
  EXPECT_EQ(measure_sensitive(table.column(1), groups, run()).homogeneous_classes, 0U);
}

TEST(LinkedGroups, ArePersonsWithRecordsInTheSameGroups) {
  const Table table =
      make_table({"who"}, {{"a"}, {"A "}, {"b"}, {"b"}, {"c"}, {"?"}, {"?"}, {"d"}, {"d"}});
  const RowGroups groups{.group_of = {0, 1, 1, 0, 0, 0, 1, 0, 0}, .sizes = {6, 3}};
  const auto linked = linked_groups(table.column(0), false, groups);
  ASSERT_TRUE(linked);
  // a and b have both groups; c and d the first, as one who is not named; another the second.
  EXPECT_EQ(linked->group_of, (std::vector<std::uint32_t>{0, 0, 0, 0, 1, 1, 2, 1, 1}));
  EXPECT_EQ(linked->sizes, (std::vector<std::uint32_t>{4, 4, 1}));
  const RowGroups one{.group_of = {0, 0, 1, 1, 0, 0, 1, 0, 0}, .sizes = {6, 3}};
  EXPECT_FALSE(linked_groups(table.column(0), false, one));
}

}  // namespace
}  // namespace privet
