// SPDX-License-Identifier: Apache-2.0
#include "hierarchy/read_toml.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "hierarchy/read_arx.h"

namespace privet {
namespace {

Hierarchy built(std::string_view text, const Column& column) {
  return build_hierarchy(parse_hierarchy_spec(text, "h.toml"), column);
}

std::string refusal(std::string_view text, const Column& column) {
  try {
    static_cast<void>(built(text, column));
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

Column ages() {
  return make_column("age", {"17", "20", "65"});
}

TEST(ReadToml, Levels) {
  const auto tree = built(R"(kind = "levels"
rows = [["San Diego", "California", "West Coast", "USA"],
        ["Lincoln", "Nebraska", "Midwest", "USA"]]
boundary = ["California", "Midwest"]
)",
                          make_column("place", {"Lincoln"}));
  EXPECT_EQ(tree.label(tree.boundary(0)), "California");
  EXPECT_EQ(tree.label(tree.boundary(1)), "Midwest");
  EXPECT_EQ(format_arx(built("kind='levels'\nrows=[[17,'young','*']]", ages())), "17;young;*\n");
}

TEST(ReadToml, Intervals) {
  EXPECT_EQ(format_arx(built("kind='intervals'\nwidth=20\nlevels=1", ages())),
            "17;[0-19];*\n20;[20-39];*\n65;[60-79];*\n");
  EXPECT_EQ(format_arx(built("kind='intervals'\nwidth=[10,50]\norigin=5", ages())),
            "17;[15-24];[5-54];*\n20;[15-24];[5-54];*\n65;[65-74];[55-104];*\n");
  EXPECT_EQ(format_arx(built("kind='intervals'\nwidth=10\nfactor=4", ages())),
            "17;[10-19];[0-39];*\n20;[20-29];[0-39];*\n65;[60-69];[40-79];*\n");
  EXPECT_EQ(format_arx(built("kind='intervals'\nquantiles=3\nfactor=3", ages())),
            "17;<20;*\n20;[20-64];*\n65;>=65;*\n");
  EXPECT_EQ(format_arx(built("kind='intervals'\ncuts=[[18,65],[18]]", ages())),
            "17;<18;<18;*\n20;[18-64];>=18;*\n65;>=65;>=18;*\n");
}

TEST(ReadToml, PrefixTaxonomyDates) {
  const auto zips = make_column("zip", {"123", "129"}, ColumnType::Text);
  const auto masked = built("kind='prefix'\nmax_level=1", zips);
  EXPECT_EQ(format_arx(masked), "123;12*;1**;*\n129;12*;1**;*\n");
  EXPECT_EQ(masked.label(masked.boundary(0)), "12*");
  EXPECT_EQ(format_arx(built("kind='prefix'\nstep=2\nmask='x'", zips)), "123;1xx;*\n129;1xx;*\n");
  EXPECT_EQ(
      format_arx(built("kind='taxonomy'\npairs=[['a','x'],['b','x']]", make_column("c", {"a"}))),
      "a;x\nb;x\n");
  EXPECT_EQ(format_arx(built("kind='dates'\nlevels=['quarter','decade']",
                             make_column("d", {"1999-01-02"}))),
            "1999-01-02;1999-Q1;1990s;*\n");
}

TEST(ReadToml, StandsInsideAPolicy) {
  const std::vector<std::string> keys{"column", "age", "hierarchy"};
  const std::string text = "k = 5\n[column.age.hierarchy]\nkind = 'intervals'\nwidth = 50\n";
  const auto spec = parse_hierarchy_spec(text, "policy.toml", keys);
  EXPECT_EQ(build_hierarchy(spec, ages()).height(), 2U);
  EXPECT_EQ(spec.place.line, 2U);
  const std::vector<std::string> wrong{"column", "sex"};
  EXPECT_THROW(static_cast<void>(parse_hierarchy_spec(text, "policy.toml", wrong)), Error);
}

TEST(ReadToml, ErrorsNameLineAndColumn) {
  const auto starts = [](const std::string& message, const std::string& with) {
    EXPECT_TRUE(message.starts_with(with)) << message;
  };
  starts(refusal("kind = \n", ages()), "h.toml:1:");
  EXPECT_EQ(refusal("", ages()),
            "h.toml:1:1: a hierarchy needs kind = \"levels\", \"intervals\", \"prefix\", "
            "\"taxonomy\" or \"dates\"");
  EXPECT_EQ(
      refusal("kind = 'tree'", ages()),
      "h.toml:1:8: unknown kind 'tree'; kinds are levels, intervals, prefix, taxonomy, dates");
  EXPECT_EQ(refusal("kind = 'intervals'\nwidths = 5", ages()),
            "h.toml:2:10: unknown key 'widths' in a hierarchy of kind 'intervals'; did you mean "
            "'width'?");
  EXPECT_EQ(refusal("kind = 'intervals'", ages()),
            "h.toml:1:1: intervals need one of width, quantiles and cuts");
  EXPECT_EQ(refusal("kind = 'intervals'\nwidth = 5\nlevels = 0", ages()),
            "h.toml:3:10: levels must be a whole number, at least 1");
  EXPECT_EQ(refusal("kind = 'intervals'\ncuts = [[20,30],[25]]", ages()),
            "h.toml:1:1: the levels do not nest: cut 25 of level 2 is not a cut of level 1");
  EXPECT_EQ(refusal("kind = 'intervals'\nwidth = 5\nboundary = ['[0-7]']", ages()),
            "h.toml:1:1: boundary '[0-7]' is not in the hierarchy; name one of its labels");
  EXPECT_EQ(refusal("kind = 'levels'\nrows = [['a','x','*'],\n['b','*']]", ages()),
            "h.toml:3: 2 labels where the rows before have 3");
  EXPECT_EQ(refusal("kind = 'levels'\nrows = [['a','x','*'],\n['b','x','all']]", ages()),
            "h.toml:3:3: two roots, '*' and 'all'; the last label of every row must be the same");
  EXPECT_EQ(refusal("kind = 'taxonomy'\npairs = [['a','b'],\n['b','a']]", ages()),
            "h.toml:2:10: the taxonomy has a cycle: 'a' -> 'b' -> 'a'");
  EXPECT_EQ(refusal("kind = 'prefix'\nmask = 'ab'", ages()),
            "h.toml:2:8: mask must be one printable ASCII character");
}

TEST(ReadHierarchy, TakesTheFormFromTheName) {
  const auto folder = std::filesystem::path(testing::TempDir());
  const auto toml = (folder / "privet_hierarchy.toml").string();
  const auto csv = (folder / "privet_hierarchy.csv").string();
  std::ofstream(toml) << "kind = 'intervals'\nwidth = 50\n";
  std::ofstream(csv) << "17;x;*\n";
  EXPECT_EQ(read_hierarchy(toml, ages()).leaves(), 3U);
  EXPECT_EQ(read_hierarchy(csv, ages()).leaves(), 1U);
  std::filesystem::remove(toml);
  std::filesystem::remove(csv);
}

}  // namespace
}  // namespace privet
