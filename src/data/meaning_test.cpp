// SPDX-License-Identifier: Apache-2.0
#include "data/meaning.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

namespace privet {
namespace {

TEST(Meaning, NumbersAreComparedAsNumbers) {
  for (const auto* same : {"200", "200.0", "2e2", "+200", "0200", " 200", "20e1", ".2e3", "200."}) {
    EXPECT_EQ(meaning_key(same), meaning_key("200")) << same;
  }
  EXPECT_NE(meaning_key("200"), meaning_key("-200"));
  EXPECT_NE(meaning_key("200"), meaning_key("20"));
  EXPECT_EQ(meaning_key("-0"), meaning_key("0.000"));
  EXPECT_NE(meaning_key("9007199254740993"), meaning_key("9007199254740992"));  // equal as doubles
}

TEST(Meaning, TextIsComparedWithoutCaseAndSpacesAround) {
  EXPECT_EQ(meaning_key("HIV"), meaning_key(" hiv "));
  EXPECT_NE(meaning_key("H IV"), meaning_key("hiv"));
  EXPECT_EQ(meaning_key("\xC3\x84rger"), meaning_key("\xC3\xA4RGER"));  // umlaut
  EXPECT_EQ(meaning_key("\xD0\x96"), meaning_key("\xD0\xB6"));          // Cyrillic
  EXPECT_EQ(meaning_key("\xCE\xA3\xCE\x9F\xCE\xA3"),
            meaning_key("\xCF\x83\xCE\xBF\xCF\x82"));           // Greek
  EXPECT_NE(meaning_key("\xC3\x97"), meaning_key("\xC3\xB7"));  // times, divided by
}

TEST(Meaning, SpacesOfAnyKindAreSpaces) {
  for (const auto* space : {"\xC2\xA0", "\xE2\x80\x89", "\xE3\x80\x80", "\xE2\x80\xAF", "  "}) {
    const std::string text = space;
    EXPECT_EQ(meaning_key(text + "hiv" + text), meaning_key("HIV")) << text;
    EXPECT_EQ(meaning_key("lung" + text + "cancer"), meaning_key("lung cancer")) << text;
    EXPECT_TRUE(meaning_key(text).empty());
    EXPECT_EQ(meaning_key(text + "25"), meaning_key("25.0"));
  }
  EXPECT_EQ(meaning_key("hi\xE2\x80\x8Bv"), meaning_key("hiv"));  // of no width
  EXPECT_NE(meaning_key("lungcancer"), meaning_key("lung cancer"));
}

TEST(Meaning, LettersPutTogetherAreLetters) {
  EXPECT_EQ(meaning_key("Mu\xCC\x88ller"), meaning_key("m\xC3\xBCLLER"));
  EXPECT_NE(meaning_key("Muller"), meaning_key("m\xC3\xBCller"));
  // e with a dot below and a circumflex, in both orders and as one letter
  EXPECT_EQ(meaning_key("e\xCC\xA3\xCC\x82"), meaning_key("\xE1\xBB\x87"));
  EXPECT_EQ(meaning_key("e\xCC\x82\xCC\xA3"), meaning_key("\xE1\xBB\x87"));
  EXPECT_EQ(meaning_key("\xC3\xAA\xCC\xA3"), meaning_key("\xE1\xBB\x86"));
  EXPECT_EQ(meaning_key("\xE1\x84\x80\xE1\x85\xA1\xE1\x86\xA8"), meaning_key("\xEA\xB0\x81"));
  EXPECT_EQ(meaning_key("\xEF\xBC\xA8IV"), meaning_key("hiv"));  // a wide H
  EXPECT_EQ(meaning_key("COVID\xE2\x80\x93"
                        "19"),
            meaning_key("covid-19"));
}

TEST(Meaning, TimesAndDaysAreComparedAsSuch) {
  for (const auto* same : {"20:16", "20:16:00", "20:16:00.000", "8:16 PM", "08:16pm"}) {
    EXPECT_EQ(meaning_key(same), meaning_key("20:16")) << same;
  }
  EXPECT_NE(meaning_key("20:16:01"), meaning_key("20:16"));
  EXPECT_NE(meaning_key("8:16"), meaning_key("20:16"));
  for (const auto* same : {"2023-04-20 20:16", "2023-04-20T20:16:00", "20.4.2023 8:16 pm"}) {
    EXPECT_EQ(meaning_key(same), meaning_key("2023-04-20 20:16")) << same;
  }
  EXPECT_EQ(meaning_key("20.04.2023"), meaning_key("2023-4-20"));
  EXPECT_NE(meaning_key("4/5/2023"), meaning_key("2023-04-05"));  // nobody knows
  EXPECT_NE(meaning_key("20:61"), meaning_key("21:01"));
}

TEST(Meaning, MissingIsOneValue) {
  for (const auto* missing : {"", "?", "NA", "n/a", "NaN", "null", " ? "}) {
    EXPECT_TRUE(meaning_key(missing).empty()) << missing;
  }
  const Column column = make_column("x", {"?", "hiv", "NA", "HIV", "flu"});
  const auto out = by_meaning(column, false);
  ASSERT_TRUE(out);
  EXPECT_EQ(out->dictionary.size(), 3U);
  EXPECT_EQ(out->dictionary.missing_count(), 1U);
  EXPECT_EQ(out->codes[0], out->codes[2]);
  EXPECT_EQ(out->codes[1], out->codes[3]);
  const auto exact = by_meaning(column, true);
  ASSERT_TRUE(exact);
  EXPECT_EQ(exact->dictionary.size(), 4U);
  EXPECT_EQ(exact->codes[0], exact->codes[2]);
}

TEST(Meaning, NothingIsDoneWhereNothingIsToBeDone) {
  EXPECT_FALSE(by_meaning(make_column("x", {"1", "2", "?"}), false));
  EXPECT_FALSE(by_meaning(make_column("x", {"a", "b", "?"}), false));
  EXPECT_TRUE(by_meaning(make_column("x", {"1", "1.0", "?"}), false));
  EXPECT_FALSE(by_meaning(make_column("x", {"a", "A"}), true));
}

// Against a judgement by double on random short decimals, where a double is exact enough.
TEST(Meaning, AgreesWithNumbersOnRandomSpellings) {
  std::mt19937 random(7);  // NOLINT: the same numbers in every run
  const auto spelling = [&] {
    std::string out = random() % 2 == 0 ? "-" : "";
    out +=
        std::to_string(random() % 30) +
        (random() % 2 == 0 ? ""
                           : "." + std::string(random() % 3, '0') + std::to_string(random() % 4));
    if (random() % 3 == 0) out += "e" + std::to_string(static_cast<int>(random() % 4) - 1);
    return out;
  };
  for (int i = 0; i < 20000; ++i) {
    const std::string a = spelling();
    const std::string b = spelling();
    EXPECT_EQ(std::strtod(a.c_str(), nullptr) == std::strtod(b.c_str(), nullptr),
              meaning_key(a) == meaning_key(b))
        << a << " and " << b;
  }
}

}  // namespace
}  // namespace privet
