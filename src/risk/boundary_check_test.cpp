// SPDX-License-Identifier: Apache-2.0
#include "risk/boundary_check.h"

#include <gtest/gtest.h>

namespace privet {
namespace {

Hierarchy location() {
  const Hierarchy tree(
      {.levels = 4, .labels = {"San Diego",   "California", "West Coast", "United States",  //
                               "Los Angeles", "California", "West Coast", "United States",  //
                               "Wichita",     "Kansas",     "Midwest",    "United States",  //
                               "Kansas City", "Kansas",     "Midwest",    "United States",  //
                               "Lincoln",     "Nebraska",   "Midwest",    "United States"}});
  return tree.with_boundary(std::vector<std::string>{"California", "Kansas", "Midwest"});
}

Table original() {
  return make_table({"Location"}, {{"San Diego"},
                                   {"Los Angeles"},
                                   {"Wichita"},
                                   {"Kansas City"},
                                   {"Lincoln"},
                                   {"Lincoln"},
                                   {"Wichita"}});
}

BoundaryCheck check(const std::vector<std::vector<std::string>>& cells, bool with_original) {
  const Table release = make_table({"Location"}, cells);
  const Table before = original();
  const Hierarchy tree = location();
  Schema schema(1);
  schema.assign(0, Role::Quasi);
  const BoundedColumn column{0, &tree, with_original ? &before.column(0) : nullptr};
  return check_boundaries(release, schema, {column}, 10, privet::Run());
}

// Miller, Campan and Truta, Figure 4: the first release takes Wichita and Kansas City to the
// Midwest.
TEST(BoundaryCheck, CountsTheViolationsOfFigureFour) {
  const std::vector<std::vector<std::string>> first{{"California"}, {"California"}, {"Midwest"},
                                                    {"Midwest"},    {"Midwest"},    {"Midwest"},
                                                    {"Midwest"}};
  const BoundaryCheck found = check(first, true);
  EXPECT_TRUE(found.exact);
  EXPECT_EQ(found.violations(), 3U);
  EXPECT_FALSE(found.holds());
  ASSERT_EQ(found.first.size(), 3U);
  EXPECT_EQ(found.first[0].row, 2U);
  EXPECT_EQ(found.first[0].value, "Wichita");
  EXPECT_EQ(found.first[0].boundary, "Kansas");
  EXPECT_EQ(found.first[2].row, 6U);

  const BoundaryCheck second = check({{"California"},
                                      {"California"},
                                      {"Kansas"},
                                      {"Kansas"},
                                      {"Lincoln"},
                                      {"Lincoln"},
                                      {"Kansas"}},
                                     true);
  EXPECT_TRUE(second.holds());
  EXPECT_EQ(second.violations(), 0U);
}

TEST(BoundaryCheck, WithoutTheOriginalTellsCertainFromPossible) {
  // Midwest is right for Lincoln only; West Coast and United States for nobody.
  const BoundaryCheck found = check({{"West Coast"},
                                     {"California"},
                                     {"Midwest"},
                                     {"United States"},
                                     {"Kansas"},
                                     {"Ohio"},
                                     {"Lincoln"}},
                                    false);
  EXPECT_FALSE(found.exact);
  EXPECT_EQ(found.violations(), 2U);
  EXPECT_EQ(found.possible(), 1U);
  EXPECT_EQ(found.unreadable(), 1U);
}

TEST(BoundaryCheck, SuppressedRecordsBreakNothing) {
  const BoundaryCheck found = check(
      {{"*"}, {"California"}, {"Kansas"}, {"Kansas"}, {"Midwest"}, {"Midwest"}, {"Wichita"}}, true);
  EXPECT_EQ(found.suppressed, 1U);
  EXPECT_TRUE(found.holds());
}

// A cell that does not stand for the record's value is not silently taken as within.
TEST(BoundaryCheck, AForeignCellIsUnreadable) {
  const BoundaryCheck found = check(
      {{"Kansas"}, {"California"}, {"Kansas"}, {"Kansas"}, {"Midwest"}, {"Midwest"}, {"Wichita"}},
      true);
  EXPECT_EQ(found.unreadable(), 1U);
  EXPECT_FALSE(found.holds());
}

}  // namespace
}  // namespace privet
