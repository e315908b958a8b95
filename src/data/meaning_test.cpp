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
