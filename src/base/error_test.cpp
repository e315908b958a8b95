// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"

#include "base/with_place.h"

#include <gtest/gtest.h>

namespace privet {
namespace {

TEST(Error, NamesFileLineAndColumn) {
  const Error error(ErrorCode::Input, "no number", {.file = "a.csv", .line = 3, .column = 2});
  EXPECT_STREQ(error.what(), "a.csv:3:2: no number");
  EXPECT_EQ(error.message(), "no number");
  EXPECT_STREQ(Error(ErrorCode::Input, "x", {.file = "a.csv", .line = 3}).what(), "a.csv:3: x");
  EXPECT_STREQ(Error(ErrorCode::Input, "x", {.file = "a.csv"}).what(), "a.csv: x");
}

TEST(Error, NamesTheParameter) {
  EXPECT_STREQ(Error(ErrorCode::Usage, "must be at least 1", {.parameter = "--k"}).what(),
               "--k: must be at least 1");
}

TEST(Error, ExitStatusFollowsTheCode) {
  EXPECT_EQ(exit_status(ErrorCode::Infeasible), 1);
  EXPECT_EQ(exit_status(ErrorCode::Policy), 1);
  EXPECT_EQ(exit_status(ErrorCode::Usage), 2);
  EXPECT_EQ(exit_status(ErrorCode::Interrupted), 2);
  EXPECT_EQ(exit_status(ErrorCode::Peer), 3);
}

TEST(Check, ThrowsInternal) {
  try {
    PRIVET_CHECK(1 + 1 == 3);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Internal);
    EXPECT_NE(error.message().find("1 + 1 == 3 (error_test.cpp:"), std::string::npos);
  }
}

TEST(Shown, EscapesAndShortens) {
  EXPECT_EQ(quote_for_message(std::string_view("a\0b\n", 4)), "'a\\x00b\\x0a'");
  EXPECT_EQ(quote_for_message(std::string(61, 'x')), "'" + std::string(60, 'x') + "...'");
  // Whole characters only, and what is none is shown by its bytes: a message is always a text.
  EXPECT_EQ(quote_for_message(std::string(59, 'x') + "\xC3\xA9z"),
            "'" + std::string(59, 'x') + "...'");
  EXPECT_EQ(quote_for_message("Zo\xC3\xAB \xEF\xBF\xBD \xFF\xC3"),
            "'Zo\xC3\xAB \xEF\xBF\xBD \\xff\\xc3'");
}

TEST(WithPlace, ReplacesThePlaceOfWhatWasGivenOnly) {
  const Place place{.parameter = "--where"};
  EXPECT_EQ(with_place(place, [] { return 7; }), 7);
  const auto message = [&](ErrorCode code) {
    try {
      with_place(place, [&] { throw Error(code, "no", {.file = "f"}); });
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message(ErrorCode::Usage), "--where: no");
  EXPECT_EQ(message(ErrorCode::Input), "--where: no");
  EXPECT_EQ(message(ErrorCode::Interrupted), "f: no");
  EXPECT_EQ(message(ErrorCode::Internal), "f: no");
}

}  // namespace
}  // namespace privet
