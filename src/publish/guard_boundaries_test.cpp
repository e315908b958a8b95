// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "anonymize/cluster/k_member.h"
#include "anonymize/mondrian/mondrian.h"
#include "base/error.h"
#include "privacy/k_anonymity.h"
#include "publish/guard_boundaries_internal.h"
#include "publish/release.h"

namespace privet {
namespace {

Hierarchy location() {
  return Hierarchy({.levels = 4,
                    .labels = {"San Diego", "California", "West Coast", "*",  //
                               "Wichita", "Kansas", "Midwest", "*",           //
                               "Lincoln", "Nebraska", "Midwest", "*"}});
}

bool allows(const detail::BoundaryReader& reader, std::uint32_t text, const Column& column,
            std::string_view value) {
  return reader.allows(text, *column.dictionary.find(value));
}

TEST(BoundaryReader, GoesUpToTheMarkAndNoFurther) {
  const Column column = make_column("city", {"San Diego", "Wichita", "Lincoln"});
  const Hierarchy tree = location().with_boundary(std::vector<std::string>{"Kansas", "Midwest"});
  detail::BoundaryReader reader(column, tree);
  for (const auto* text : {"Wichita", "Kansas", "Midwest", "*", "Ohio", "Lincoln"})
    reader.add(text);
  EXPECT_TRUE(allows(reader, 0, column, "Wichita"));
  EXPECT_TRUE(allows(reader, 1, column, "Wichita"));
  EXPECT_FALSE(allows(reader, 2, column, "Wichita"));
  EXPECT_TRUE(allows(reader, 2, column, "Lincoln"));
  EXPECT_FALSE(allows(reader, 3, column, "Lincoln"));
  EXPECT_TRUE(allows(reader, 3, column, "San Diego"));  // no mark above it
  EXPECT_FALSE(allows(reader, 4, column, "San Diego"));
  EXPECT_FALSE(allows(reader, 5, column, "Wichita"));  // not its value at all
}

// Hawaii stands on two levels; the mark may lie on either.
TEST(BoundaryReader, ALabelThatRepeatsIsReadAsLowAsPossible) {
  const Column column = make_column("state", {"Hawaii", "\"odd"});
  const Hierarchy tree({.levels = 3, .labels = {"Hawaii", "Hawaii", "*", "\"odd", "Hawaii", "*"}});
  const Hierarchy strict = tree.with_max_level(0);
  detail::BoundaryReader reader(column, strict);
  for (const auto* text : {"Hawaii", "\"\"\"odd\""}) reader.add(text);
  EXPECT_TRUE(allows(reader, 0, column, "Hawaii"));
  EXPECT_FALSE(allows(reader, 0, column, "\"odd"));
  EXPECT_TRUE(allows(reader, 1, column, "\"odd"));
  const Hierarchy loose = tree.with_max_level(1);
  detail::BoundaryReader other(column, loose);
  other.add("Hawaii");
  EXPECT_TRUE(allows(other, 0, column, "\"odd"));
}

// A search that does not know of boundaries cannot release what passes them.
TEST(GuardBoundaries, RefusesAReleaseBeyondThem) {
  const Table table = make_table(
      {"city"}, {{"San Diego"}, {"San Diego"}, {"Wichita"}, {"Lincoln"}, {"Wichita"}, {"Lincoln"}});
  Schema schema(1);
  schema.assign(0, Role::Quasi);
  const BoundHierarchy free = bind(location(), table.column(0), "");
  const BoundHierarchy marked =
      bind(location().with_boundary(std::vector<std::string>{"Nebraska"}), table.column(0), "");
  const auto model = make_k_anonymity(3);
  const Problem without{table, {{0, &free}}, {}, {model.get()}, 1.0};
  const Problem with{table, {{0, &marked}}, {}, {model.get()}, 1.0};
  const privet::Run run;
  const Recoding recoding = make_k_member()->search(without, run);
  EXPECT_NO_THROW((void)publish(without, schema, recoding, {}, "-", run));
  try {
    (void)publish(with, schema, recoding, {}, "-", run);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Internal);
    EXPECT_NE(error.message().find("beyond the boundary of 'Lincoln'"), std::string::npos)
        << error.message();
  }
  for (const auto& method : {make_constrained(), make_mondrian({})}) {
    const TableRelease release = publish(with, schema, method->search(with, run), {}, "-", run);
    EXPECT_EQ(release.findings().suppressed, 2U);
    EXPECT_EQ(release.bytes(), "city\n*\n*\n*\n*\n*\n*\n");
  }
}

}  // namespace
}  // namespace privet
