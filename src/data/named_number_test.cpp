// SPDX-License-Identifier: Apache-2.0
#include "data/named_number.h"

#include <gtest/gtest.h>

namespace privet {
namespace {

std::string problem(std::string_view text, const NumberForm& form) {
  try {
    (void)parse_named_number(text, form, {.parameter = "--w"});
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Usage);
    return error.what();
  }
  return "";
}

TEST(NamedNumber, EndsTheNameAtTheLastEqualsSign) {
  const auto [name, number] = parse_named_number("a=b=2.5", {}, {});
  EXPECT_EQ(name, "a=b");
  EXPECT_EQ(number, 2.5);
  EXPECT_EQ(parse_named_number("age=0", {}, {}).number, 0);
}

TEST(NamedNumber, SaysWhatItNeeds) {
  EXPECT_EQ(problem("age", {}), "--w: needs COLUMN=WEIGHT with a number of at least 0, not 'age'");
  EXPECT_EQ(problem("age=0", {.word = "COST", .above_min = true}),
            "--w: needs COLUMN=COST with a number above 0, not 'age=0'");
  EXPECT_EQ(problem("age=1.5", {.word = "LEVEL", .whole = true}),
            "--w: needs COLUMN=LEVEL with a whole number of at least 0, not 'age=1.5'");
  for (const auto* bad : {"=1", "age=", "age=x", "age=-1", "age=nan"}) {
    EXPECT_NE(problem(bad, {}), "") << bad;
  }
}

}  // namespace
}  // namespace privet
