// SPDX-License-Identifier: Apache-2.0
#include "party/words.h"

#include <gtest/gtest.h>

#include <vector>

namespace privet::party {
namespace {

TEST(Words, PartiesAreNamedWhereTasksNumberThem) {
  const std::vector<std::string> names{"clinic", "party-1", "insurer"};
  const auto named = [&](std::string_view text) { return with_names(text, names); };
  EXPECT_EQ(named("party-1 sent 3, party-2: 4 (party-3)"), "clinic sent 3, party-1: 4 (insurer)");
  EXPECT_EQ(named("party-3's part"), "insurer's part");
  // Not a place, or part of a longer word.
  for (const char* as_it_is : {"party-0", "party-4", "party-", "party", "party-01", "my-party-1",
                               "party-1-a", "party-1st", "party-99999999999999999999999", ""}) {
    EXPECT_EQ(named(as_it_is), as_it_is);
  }
}

TEST(Words, AShortenedTextCutsNoCharacter) {
  EXPECT_EQ(shortened("abc", 3), "abc");
  EXPECT_EQ(shortened("abcd", 3), "abc");
  EXPECT_EQ(shortened("ab\u00e9", 3), "ab");
  EXPECT_EQ(shortened("ab\u00e9", 4), "ab\u00e9");
  EXPECT_EQ(shortened("\U0001f600x", 4), "\U0001f600");
  EXPECT_EQ(shortened("\U0001f600x", 3), "");
}

TEST(Words, WhatAnErrorQuotesMayBeAValue) {
  const std::string known = R"({"columns":["age"],"class":"ill"})";
  EXPECT_EQ(without_values("column 'age' has 'Meyer' in row 3", known),
            "column 'age' has '...' in row 3");
  EXPECT_EQ(without_values("this party's table does not fit ('Meyer')", known),
            "this party's table does not fit ('...')");
  EXPECT_EQ(without_values("clinic's 'x' and laboratory's 'ill'", known),
            "clinic's '...' and laboratory's 'ill'");
  EXPECT_EQ(without_values("row 3 has 'O'Brien' there", known), "row 3 has '...' there");
  EXPECT_EQ(without_values("no quotation, and an unfinished 'one", known),
            "no quotation, and an unfinished 'one");
}

}  // namespace
}  // namespace privet::party
