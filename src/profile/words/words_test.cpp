// SPDX-License-Identifier: Apache-2.0
#include "profile/words/words.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "profile/words/corpus.h"
#include "profile/words/stemmer.h"
#include "profile/words/stop_words.h"

namespace privet::profile {
namespace {

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> out;
  for_each_word(text, [&](std::string_view word) { out.emplace_back(word); });
  return out;
}

using Words = std::vector<std::string>;

TEST(Words, LettersDigitsAndApostrophes) {
  EXPECT_EQ(words("The cat's 2 mats, it’s (x86) 'quoted' o''clock a 1984 b2b"),
            (Words{"the", "cat's", "mats", "it's", "x86", "quoted", "clock", "b2b"}));
  EXPECT_EQ(words(""), Words{});
  EXPECT_EQ(words("' ' -- 12 34"), Words{});
}

TEST(Words, FoldsTheCaseOfAnyScript) {
  EXPECT_EQ(words("STRASSE Straße STRAẞE"), (Words{"strasse", "strasse", "strasse"}));
  EXPECT_EQ(words("ΟΔΟΣ οδος"), (Words{"οδοσ", "οδοσ"}));
  EXPECT_EQ(words("ЁЛКА Ёлка"), (Words{"ёлка", "ёлка"}));
  EXPECT_EQ(words("ÀÉÎ ſtraw ısı"), (Words{"àéî", "straw", "ısı"}));
  EXPECT_EQ(fold_case("Größe"), "grösse");
}

TEST(Words, BytesThatAreNoUtf8EndAWord) {
  EXPECT_EQ(words("good\xff\xfe next\xc3"), (Words{"good", "next"}));
  EXPECT_EQ(words("ab\xe2\x82 cd"), (Words{"ab", "cd"}));
}

TEST(Words, VeryLongOnesAreNoLanguage) {
  EXPECT_EQ(words(std::string(kLongestWord, 'a')), Words{std::string(kLongestWord, 'a')});
  std::string longer(kLongestWord + 1, 'a');
  longer += " end";  // not in one expression: g++ 12 cries wolf on string + text (GCC bug 105651)
  EXPECT_EQ(words(longer), Words{"end"});
}

TEST(Stemmer, KnowsItsLanguages) {
  EXPECT_EQ(Stemmer("english").stem("searching"), "search");
  EXPECT_EQ(Stemmer("german").stem("häuser"), "haus");
  EXPECT_EQ(Stemmer("none").stem("searching"), "searching");
  try {
    Stemmer stemmer("englisch");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(error.message().find("did you mean 'english'"), std::string::npos);
  }
}

TEST(StopWords, ListsAndOwnWords) {
  const StopWords english("english", {"Foo"});
  EXPECT_TRUE(english.contains("the"));
  EXPECT_TRUE(english.contains("foo"));
  EXPECT_FALSE(english.contains("research"));
  EXPECT_TRUE(english.contains("thanks") && english.contains("tomorrow"));  // everybody's words
  EXPECT_FALSE(english.contains("diabetes"));
  EXPECT_TRUE(StopWords("german", {}).contains("für"));
  EXPECT_FALSE(StopWords("none", {}).contains("the"));
  EXPECT_TRUE(has_stop_words("dutch"));
  EXPECT_FALSE(has_stop_words("finnish"));
}

TEST(Corpus, TermsAreStemsShownAsTheirMostFrequentWord) {
  CorpusBuilder builder({});
  builder.add("Searching and searching the searches");
  builder.add("the of and");
  builder.add("searched zebra");
  const Corpus corpus = std::move(builder).finish();
  ASSERT_EQ(corpus.terms.size(), 2U);
  EXPECT_EQ(corpus.terms[0], (Term{"search", "searching"}));
  EXPECT_EQ(corpus.terms[1], (Term{"zebra", "zebra"}));
  EXPECT_EQ(corpus.documents(), 3U);
  EXPECT_EQ(corpus.document(0).size(), 1U);
  EXPECT_TRUE(corpus.document(1).empty());
  EXPECT_EQ(corpus.document(2).size(), 2U);
}

TEST(Corpus, OwnStopWordsAndOtherLanguages) {
  CorpusBuilder builder({.language = "none", .stop_words = {"Zebra"}});
  builder.add("the zebra searches");
  const Corpus corpus = std::move(builder).finish();
  ASSERT_EQ(corpus.terms.size(), 2U);
  EXPECT_EQ(corpus.terms[0].shown, "searches");
  EXPECT_EQ(corpus.terms[1].shown, "the");
}

}  // namespace
}  // namespace privet::profile
