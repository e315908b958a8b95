// SPDX-License-Identifier: Apache-2.0
#include "report/text/unicode.h"

#include <gtest/gtest.h>

#include <random>

namespace privet {
namespace {

TEST(Unicode, ValidTextStays) {
  const std::string text = "Zürich 東京 🙂 e\u0301 ∞";
  EXPECT_EQ(clean_text(text), text);
}

TEST(Unicode, EveryCharacterComesBack) {
  for (char32_t c = 1; c <= 0x10FFFF; c += c < 0x3000 ? 1 : 37) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string text;
    append_character(text, c);
    std::string_view rest = text;
    ASSERT_EQ(next_character(rest), c);
    ASSERT_TRUE(rest.empty());
  }
}

TEST(Unicode, IllFormedBytesBecomeReplacements) {
  EXPECT_EQ(clean_text("a\xff"
                       "b"),
            "a\uFFFDb");
  EXPECT_EQ(clean_text("\xc0\x80"), "\uFFFD\uFFFD");                 // overlong
  EXPECT_EQ(clean_text("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD");       // half of a surrogate pair
  EXPECT_EQ(clean_text("\xf4\x90\x80\x80").substr(0, 3), "\uFFFD");  // beyond the last
  EXPECT_EQ(clean_text("\xe2\x82"), "\uFFFD\uFFFD");                 // cut off
}

TEST(Unicode, NothingReachesTheTerminal) {
  EXPECT_EQ(clean_text("\x1b[31mred\r\nnext\tcell"), "\uFFFD[31mred\nnext cell");
  EXPECT_EQ(clean_text("a\u202Eb"), "a\uFFFDb");  // turns the writing direction
}

TEST(Unicode, EscapesMarkup) {
  EXPECT_EQ(escape_markup("<a href=\"x\">&'</a>"),
            "&lt;a href=&quot;x&quot;&gt;&amp;&#39;&lt;/a&gt;");
}

TEST(Unicode, MeasuresColumns) {
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("東京"), 4U);
  EXPECT_EQ(display_width("e\u0301"), 1U);
  EXPECT_EQ(display_width("─…–∞µ"), 5U);
}

TEST(Unicode, TruncatesToColumns) {
  EXPECT_EQ(truncate_to_width("abcdef", 6), "abcdef");
  EXPECT_EQ(truncate_to_width("abcdef", 5), "abcd…");
  EXPECT_EQ(truncate_to_width("東京都", 4), "東…");
  EXPECT_EQ(truncate_to_width("abc", 0), "");
}

TEST(Unicode, RandomBytesCleanToTheSameTwice) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    std::string bytes;
    for (int i = 0; i < 30; ++i) bytes += static_cast<char>(random() & 0xFF);
    const std::string clean = clean_text(bytes);
    ASSERT_EQ(clean_text(clean), clean);
  }
}

}  // namespace
}  // namespace privet
