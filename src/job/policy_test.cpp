// SPDX-License-Identifier: Apache-2.0
#include "job/policy.h"

#include <gtest/gtest.h>

#include "job/prepare.h"

namespace privet {
namespace {

Policy parsed(const std::string& text) {
  return parse_policy(text, "dir/p.toml", policy_parameters(builtin_catalog()));
}

std::string problem(const std::string& text) {
  try {
    (void)parsed(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Policy, ReadsColumnsAndSettings) {
  const Policy policy = parsed(R"(
[columns.age]
role = "quasi"
type = "numeric"
hierarchy = "age.csv"
[columns."marital status"]
role = "sensitive"
[columns.zip.hierarchy]
kind = "prefix"
[privacy]
k = 7
[method]
name = "mondrian"
relaxed = true
)");
  ASSERT_EQ(policy.columns.size(), 3U);
  EXPECT_EQ(policy.settings.count("k"), 7U);
  EXPECT_TRUE(policy.settings.flag("relaxed"));
  EXPECT_EQ(policy.settings.text("method"), "mondrian");
  for (const auto& column : policy.columns) {
    if (column.name == "age") {
      EXPECT_EQ(column.role, Role::Quasi);
      EXPECT_EQ(column.type, ColumnType::Numeric);
      EXPECT_EQ(std::get<std::string>(column.hierarchy), "dir/age.csv");
    } else if (column.name == "zip") {
      EXPECT_TRUE(std::holds_alternative<HierarchySpec>(column.hierarchy));
    } else {
      EXPECT_EQ(column.name, "marital status");
      EXPECT_EQ(column.role, Role::Sensitive);
    }
  }
}

TEST(Policy, SaysWhereItIsWrong) {
  EXPECT_EQ(problem("[privacy]\nk = 0\n"), "dir/p.toml:2:5: k must be at least 1, not 0");
  EXPECT_EQ(problem("[privacy]\nkk = 3\n"),
            "dir/p.toml:2:6: there is no setting 'kk'; did you mean 'k'?");
  EXPECT_EQ(problem("[columns.age]\nrole = \"quasy\"\n"),
            "dir/p.toml:2:8: a role is identifier, quasi, sensitive, class, plain or undecided");
  EXPECT_EQ(problem("[columns.age]\nrol = \"quasi\"\n"),
            "dir/p.toml:2:7: a column has no 'rol'; did you mean 'role'?");
  EXPECT_EQ(problem("[column.age]\nrole = \"quasi\"\n"),
            "dir/p.toml:1:1: there is no section 'column'; did you mean 'columns'?");
  EXPECT_EQ(problem("k = 3\n"), "dir/p.toml:1:5: there is no section 'k'");
  EXPECT_NE(problem("[privacy\n").find("dir/p.toml:1:"), std::string::npos);
  EXPECT_EQ(problem("privacy = 3\n"), "dir/p.toml:1:11: 'privacy' must be a table with keys");
  const std::string magic = problem("[method]\nname = \"magic\"\n");
  EXPECT_TRUE(magic.starts_with("dir/p.toml:2:8: method must be one of mondrian, ")) << magic;
  EXPECT_TRUE(magic.ends_with(", not 'magic'")) << magic;
}

TEST(Policy, ReadsBoundaries) {
  const Policy policy = parse_policy(
      "[columns.city]\nrole = \"quasi\"\nboundary = [\"Kansas\", 17]\n"
      "[columns.age]\nmax_level = 2\n",
      "p.toml", policy_parameters(builtin_catalog()));
  ASSERT_EQ(policy.columns.size(), 2U);
  const auto& age = policy.columns[policy.columns[0].name == "age" ? 0 : 1];
  const auto& city = policy.columns[policy.columns[0].name == "age" ? 1 : 0];
  EXPECT_EQ(city.boundary, (std::vector<std::string>{"Kansas", "17"}));
  EXPECT_EQ(city.boundary_place.line, 3U);
  EXPECT_TRUE(city.bounded());
  EXPECT_EQ(age.max_level, std::optional<std::size_t>(2));
}

}  // namespace
}  // namespace privet
