// SPDX-License-Identifier: Apache-2.0
// Every parameter of release and risk has a field, and no value is lost on the way from settings to
// options and back.
#include "job/table_options.h"

#include <gtest/gtest.h>

#include <set>

#include "job/input/table_input.h"
#include "job/release/release_options.h"
#include "job/risk/risk_options.h"

namespace privet::job {
namespace {

// A value that the parameter allows.
std::string some_value(const Parameter& parameter) {
  switch (parameter.kind) {
    case ParameterKind::Flag:
      return "true";
    case ParameterKind::Count:
      return std::to_string(static_cast<long>(parameter.min) + 1);
    case ParameterKind::Real:
      return parameter.max <= 1 ? "0.125" : std::to_string(static_cast<long>(parameter.min) + 1);
    case ParameterKind::Choice:
      return std::string(parameter.choices.back());
    default:
      return "some";
  }
}

Settings all_given(const std::vector<Parameter>& known) {
  Settings out(known);
  for (const auto& parameter : known) out.add(parameter.name, some_value(parameter), {});
  return out;
}

void expect_same(const Settings& given, const Settings& back) {
  for (const auto& parameter : given.known()) {
    ASSERT_TRUE(back.given(parameter.name)) << parameter.name;
    EXPECT_EQ(back.list(parameter.name), given.list(parameter.name)) << parameter.name;
  }
}

// What has no field of its own must be a parameter of the catalog.
void expect_of_catalog(const NamedValues& parameters) {
  std::set<std::string_view> names;
  for (const auto& parameter : builtin_catalog().parameters()) names.insert(parameter.name);
  for (const auto& [name, values] : parameters) {
    EXPECT_TRUE(names.contains(name)) << "--" << name << " has no field in the options";
  }
}

TEST(TableOptions, ReleaseLosesNoSetting) {
  const Settings given =
      all_given(joined({release_positionals(), release_parameters(builtin_catalog())}));
  const ReleaseOptions options = release_options(given);
  expect_of_catalog(options.parameters);
  expect_same(given, release_settings(options, builtin_catalog()));
}

TEST(TableOptions, RiskLosesNoSetting) {
  const Settings given =
      all_given(joined({risk_positionals(), risk_parameters(builtin_catalog())}));
  const RiskOptions options = risk_options(given);
  expect_of_catalog(options.parameters);
  expect_same(given, risk_settings(options, builtin_catalog()));
}

TEST(TableOptions, RefuseParametersTheyDoNotKnow) {
  RiskOptions options{.input = "t.csv"};
  options.parameters["kk"] = {"5"};
  EXPECT_THROW((void)risk_settings(options, builtin_catalog()), Error);
}

}  // namespace
}  // namespace privet::job
