// SPDX-License-Identifier: Apache-2.0
// The two readings of what values mean, written apart, agree.
#include "risk/value_meaning.h"

#include <gtest/gtest.h>

#include <random>

#include "base/utf8.h"
#include "data/meaning.h"

namespace privet {
namespace {

TEST(ValueMeaning, AgreesWithTheMakersOnRandomTexts) {
  const std::vector<std::string> pieces{"0",
                                        "1",
                                        "2",
                                        "00",
                                        ".",
                                        "e",
                                        "E",
                                        "-",
                                        "+",
                                        " ",
                                        "\t",
                                        "a",
                                        "A",
                                        "na",
                                        "NULL",
                                        "?",
                                        "\xC3\x84",
                                        "\xC3\xA4",
                                        "\xC3\x97",
                                        "\xC4\xB0",
                                        "\xC4\xB1",
                                        "\xCE\xA3",
                                        "\xCF\x82",
                                        "\xCF\x83",
                                        "\xD0\x81",
                                        "\xD1\x91",
                                        "\xC5\xB8",
                                        "\xC3\xBF",
                                        "\xE2\x82\xAC",
                                        "\xFF",
                                        "\xC2\xA0",  // spaces: no break, thin, ideographic
                                        "\xE2\x80\x89",
                                        "\xE3\x80\x80",
                                        "\xE2\x80\x8B",  // of no width
                                        "\xCC\x88",      // marks: two dots, acute, dot below
                                        "\xCC\x81",
                                        "\xCC\xA3",
                                        "\xE1\xBB\x87",  // e with circumflex and dot below
                                        "\xC3\xAA",
                                        "\xEA\xB0\x81",  // Hangul, and its parts
                                        "\xE1\x84\x80",
                                        "\xE1\x85\xA1",
                                        "\xE1\x86\xA8",
                                        "\xEF\xBC\xA1",  // a wide A
                                        "\xE2\x80\x93",  // a dash
                                        "20:16",
                                        ":00",
                                        "8:16 pm",
                                        "2023-04-20",
                                        "20.4.2023",
                                        "20/04/2023",
                                        "4/20/2023",
                                        "5/6/2023",
                                        "20-Apr-2023",
                                        "April 20, 2023",
                                        "20. M\xC3\xA4rz 2023",
                                        "2023-ao\xC3\xBBt-20",
                                        "27,4",
                                        "1 000",
                                        "1'000",
                                        ",",
                                        "'",
                                        "000",
                                        "#N/A",
                                        "#DIV/0!",
                                        "T"};
  std::mt19937 random(11);  // NOLINT: the same texts in every run
  std::vector<std::string> texts;
  for (int i = 0; i < 6000; ++i) {
    std::string text;
    for (auto n = random() % 5; n-- > 0;) text += pieces[random() % pieces.size()];
    texts.push_back(std::move(text));
  }
  for (const bool exact : {false, true}) {
    const Column column = make_column("x", texts, ColumnType::Text);
    std::size_t count = 0;
    const auto mine = number_meanings(column.dictionary, exact, count);
    const Meanings theirs = find_meanings(column.dictionary, exact);
    EXPECT_EQ(count, theirs.first.size());
    for (std::size_t v = 0; v < mine.size(); ++v) {
      EXPECT_EQ(mine[v], theirs.of[v]) << column.dictionary.text(static_cast<ValueId>(v));
    }
  }
}

// Numbers with a decimal comma and dates are compared by their places on the line, by both.
TEST(ValueMeaning, OwnFormsAreComparedByPlace) {
  const auto judge = [](ColumnType type, const ValueForm& form,
                        const std::vector<std::string_view>& texts) {
    const Dictionary dictionary(type, texts, std::vector<bool>(texts.size()), nullptr, form);
    std::size_t count = 0;
    const auto mine = number_meanings(dictionary, false, count);
    const Meanings theirs = find_meanings(dictionary, false);
    EXPECT_EQ(std::vector<std::uint32_t>(theirs.of.begin(), theirs.of.end()), mine);
    return count;
  };
  EXPECT_EQ(judge(ColumnType::Numeric, {ValueForm::Kind::Comma, {}}, {"27,4", "27,40", "274"}), 2U);
  EXPECT_EQ(judge(ColumnType::Date, {ValueForm::Kind::Date, DateOrder::Dmy},
                  {"01.02.2003", "1.2.2003", "02.01.2003"}),
            2U);
}

// Every character, alone and behind a letter with a mark: the two readings take it apart alike.
TEST(ValueMeaning, EveryLetterAgrees) {
  const auto agree = [](const std::string& text) {
    const std::string mine = same_meaning_text(text);
    const std::string theirs = meaning_key(text);
    if (mine.empty() || theirs.empty()) return mine.empty() && theirs.empty();
    return mine.substr(mine.find(' ') + 1) == theirs.substr(1) || theirs.front() != '=';
  };
  for (char32_t c = 0x80; c < 0x30000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string text;
    append_character(text, c);
    EXPECT_TRUE(agree(text)) << std::uint32_t{c};
    EXPECT_TRUE(agree("x\xCC\x82" + text + "y")) << std::uint32_t{c};
  }
}

}  // namespace
}  // namespace privet
