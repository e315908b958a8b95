// SPDX-License-Identifier: Apache-2.0
#include "data/encoding.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace privet {
namespace {

using namespace std::string_literals;

std::string wide(std::string_view ascii, bool little) {
  std::string out;
  for (const char c : ascii) {
    if (!little) out += '\0';
    out += c;
    if (little) out += '\0';
  }
  return out;
}

std::string complaint(std::string_view bytes, Encoding encoding) {
  try {
    return "read: " + to_utf8(bytes, encoding, "t.csv");
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(Encoding, IsDetected) {
  EXPECT_EQ(detect_encoding("").encoding, Encoding::Utf8);
  EXPECT_EQ(detect_encoding("town\nK\xC3\xB6ln\n").encoding, Encoding::Utf8);
  EXPECT_TRUE(detect_encoding("town\nK\xC3\xB6ln\n").sound);
  EXPECT_EQ(detect_encoding("town\nK\xF6ln\n").encoding, Encoding::Latin1);
  EXPECT_FALSE(detect_encoding("town\nK\xF6ln\n").sound);
  EXPECT_EQ(detect_encoding("price\n5 \x80\nK\xF6ln\n").encoding, Encoding::Windows1252);
  EXPECT_EQ(detect_encoding("odd\n\x81 \x80\n").encoding, Encoding::Latin1);
  EXPECT_EQ(detect_encoding("\xEF\xBB\xBFtown\n").mark, 3U);
  for (const bool little : {true, false}) {
    const Encoding expected = little ? Encoding::Utf16le : Encoding::Utf16be;
    EXPECT_EQ(detect_encoding(wide("name;age\nA;1\n", little)).encoding, expected);
    EXPECT_EQ(detect_encoding(wide("name;age\nA;1\n", little), true).encoding, expected);
    const std::string mark = little ? "\xFF\xFE" : "\xFE\xFF";
    const auto marked = detect_encoding(mark + wide("a\n", little));
    EXPECT_EQ(marked.encoding, expected);
    EXPECT_EQ(marked.mark, 2U);
  }
}

// One broken byte in a text that is UTF-8 elsewhere does not make it Latin-1.
TEST(Encoding, IsUtf8WithAFewBrokenBytes) {
  EXPECT_EQ(detect_encoding("a\nx\xC3\xA9\n\xE9\ny\xC3\xBC\n").encoding, Encoding::Utf8);
}

// A zero in a text is not UTF-16.
TEST(Encoding, IsNotUtf16ForASingleZero) {
  EXPECT_EQ(detect_encoding("age,zip\n25,1000\n31,10\0"
                            "01\n"s)
                .encoding,
            Encoding::Utf8);
}

TEST(Encoding, BecomesUtf8) {
  EXPECT_EQ(to_utf8("K\xF6ln", Encoding::Latin1, "t"), "K\xC3\xB6ln");
  EXPECT_EQ(to_utf8("5 \x80 \x96 \xE4", Encoding::Windows1252, "t"),
            "5 \xE2\x82\xAC \xE2\x80\x93 \xC3\xA4");
  EXPECT_EQ(to_utf8("\xEF\xBB\xBFx", Encoding::Utf8, "t"), "x");
  EXPECT_EQ(to_utf8("\xFF\xFE\xF6\x00\n\x00"s, Encoding::Utf16le, "t"), "\xC3\xB6\n");
  EXPECT_EQ(to_utf8("\xFE\xFF\x00\xF6"s, Encoding::Utf16be, "t"), "\xC3\xB6");
  EXPECT_EQ(to_utf8("\x3D\xD8\x00\xDE"s, Encoding::Utf16le, "t"), "\xF0\x9F\x98\x80");
}

TEST(Encoding, SaysWhichLineIsBroken) {
  EXPECT_EQ(complaint("a\nb\x81", Encoding::Windows1252),
            "t.csv:2: byte 0x81 is not a character of Windows-1252; say what the file is with "
            "--encoding");
  const std::string half = "t.csv:2: half of a character of UTF-16; is the file cut off?";
  EXPECT_EQ(complaint("a\0\n\0b"s, Encoding::Utf16le), half);
  EXPECT_EQ(complaint("a\0\n\0\x3D\xD8"s, Encoding::Utf16le), half);
  EXPECT_EQ(complaint("a\0\n\0\x00\xDE"s, Encoding::Utf16le), half);
}

TEST(Encoding, HasNamesForOptions) {
  for (const std::string_view choice : encoding_choices()) {
    EXPECT_FALSE(encoding_name(parse_encoding(choice)).empty());
  }
  EXPECT_EQ(encoding_name(parse_encoding("utf-16be")), "UTF-16BE");
}

}  // namespace
}  // namespace privet
