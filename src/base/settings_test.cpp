// SPDX-License-Identifier: Apache-2.0
#include "base/settings.h"

#include <gtest/gtest.h>

#include <array>

#include "base/names.h"

namespace privet {
namespace {

constexpr std::array<std::string_view, 2> kMethods{"mondrian", "local"};

Settings example() {
  return Settings({
      {.name = "k", .kind = ParameterKind::Count, .summary = "", .default_text = "5", .min = 1},
      {.name = "share",
       .kind = ParameterKind::Real,
       .summary = "",
       .min = 0,
       .max = 1,
       .above_min = true},
      {.name = "quasi", .kind = ParameterKind::Columns, .summary = "", .repeatable = true},
      {.name = "method", .kind = ParameterKind::Choice, .summary = "", .choices = kMethods},
      {.name = "relaxed", .kind = ParameterKind::Flag, .summary = ""},
  });
}

std::string problem(const std::string& name, const std::string& value, Place place = {}) {
  auto settings = example();
  if (place.file.empty()) place.parameter = "--" + name;
  try {
    settings.add(name, value, place);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Usage);
    return error.what();
  }
  return "";
}

TEST(Settings, ChecksValuesAndSaysWhatIsWrong) {
  EXPECT_EQ(problem("k", "0"), "--k: must be at least 1, not 0");
  EXPECT_EQ(problem("k", "-3"), "--k: must be at least 1, not -3");
  EXPECT_EQ(problem("k", "2.5"), "--k: needs a whole number, not '2.5'");
  EXPECT_EQ(problem("k", "99999999999999999999"), "--k: 99999999999999999999 is too large");
  EXPECT_EQ(problem("k", "five"), "--k: needs a whole number, not 'five'");
  EXPECT_EQ(problem("share", "0"), "--share: must be above 0, not 0");
  EXPECT_EQ(problem("share", "1.5"), "--share: must be at most 1, not 1.5");
  EXPECT_EQ(problem("share", "nan"), "--share: needs a number, not 'nan'");
  EXPECT_EQ(problem("method", "x"), "--method: must be one of mondrian, local, not 'x'");
  EXPECT_EQ(problem("quasi", ","), "--quasi: needs at least one name");
  EXPECT_EQ(problem("kk", "1"), "--kk: there is no setting 'kk'; did you mean 'k'?");
  EXPECT_EQ(problem("k", "0", {.file = "p.toml", .line = 4, .column = 5}),
            "p.toml:4:5: k must be at least 1, not 0");
  EXPECT_EQ(problem("k", "7"), "");
}

TEST(Settings, NamesWhatAnOldWordIsCalledNow) {
  static constexpr std::array<std::string_view, 2> kNow{"group", "local"};
  static constexpr std::array<Renamed, 1> kBefore{{{"kanonymizer", "group"}}};
  Settings settings(
      {{.name = "method",
        .kind = ParameterKind::Choice,
        .summary = "A method.",
        .choices = kNow,
        .renamed_choices = kBefore},
       {.name = "key", .kind = ParameterKind::File, .summary = "A file.", .formerly = "key-file"}});
  const auto message = [&](const char* name, const char* value, const Place& place) {
    try {
      settings.add(name, value, place);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message("method", "kanonymizer", {.parameter = "--method"}),
            "--method: kanonymizer is now called group");
  EXPECT_EQ(message("key-file", "k", {.file = "p.toml", .line = 2}),
            "p.toml:2: key-file is now called key");
  EXPECT_FALSE(settings.given("key"));
  EXPECT_EQ(message("method", "group", {}), "");
}

TEST(Settings, GivesValuesAndDefaults) {
  auto settings = example();
  EXPECT_EQ(settings.count("k"), 5U);
  EXPECT_FALSE(settings.given("k"));
  EXPECT_FALSE(settings.has("share"));
  EXPECT_FALSE(settings.flag("relaxed"));
  settings.add("quasi", "a,b", {});
  settings.add("quasi", "c", {});
  EXPECT_EQ(settings.list("quasi"), (std::vector<std::string>{"a", "b", "c"}));
  settings.add("k", "3", {});
  EXPECT_THROW(settings.add("k", "4", {}), Error);
}

TEST(Settings, StrongerValuesStay) {
  auto flags = example();
  flags.add("k", "3", {.parameter = "--k"});
  auto policy = example();
  policy.add("k", "10", {});
  policy.add("share", "0.5", {});
  flags.fill_from(policy);
  EXPECT_EQ(flags.count("k"), 3U);
  EXPECT_EQ(flags.real("share"), 0.5);
}

TEST(NearestName, SuggestsOnlyWhatIsClose) {
  const std::vector<std::string> names{"workclass", "age"};
  EXPECT_EQ(nearest_name("WorkClas", names), "workclass");
  EXPECT_FALSE(nearest_name("salary", names).has_value());
}

}  // namespace
}  // namespace privet
