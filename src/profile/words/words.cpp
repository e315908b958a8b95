// SPDX-License-Identifier: Apache-2.0
#include "profile/words/words.h"

#include <xapian.h>

#include <array>

#include "base/utf8.h"

namespace privet::profile {
namespace {

constexpr char32_t kDotlessI = 0x131;  // its capital is the capital of i, and it is not i
constexpr char32_t kSharpS = 0xDF;
constexpr char32_t kCapitalSharpS = 0x1E9E;
constexpr char32_t kRightQuote = 0x2019;  // the apostrophe of typesetters

enum class Kind : unsigned char { Other, Letter, Digit, Apostrophe };

struct AsciiTable {
  std::array<Kind, 128> kind{};
  constexpr AsciiTable() {
    for (std::size_t c = 0; c < kind.size(); ++c) {
      if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) kind.at(c) = Kind::Letter;
      if (c >= '0' && c <= '9') kind.at(c) = Kind::Digit;
    }
    kind.at('\'') = Kind::Apostrophe;
  }
};
constexpr AsciiTable kAscii;

Kind kind_of(char32_t character) {
  if (character < kAscii.kind.size()) return kAscii.kind.at(character);
  if (character == kRightQuote) return Kind::Apostrophe;
  switch (Xapian::Unicode::get_category(static_cast<unsigned>(character))) {
    case Xapian::Unicode::UPPERCASE_LETTER:
    case Xapian::Unicode::LOWERCASE_LETTER:
    case Xapian::Unicode::TITLECASE_LETTER:
    case Xapian::Unicode::MODIFIER_LETTER:
    case Xapian::Unicode::OTHER_LETTER:
    case Xapian::Unicode::NON_SPACING_MARK:
    case Xapian::Unicode::ENCLOSING_MARK:
    case Xapian::Unicode::COMBINING_SPACING_MARK:
      return Kind::Letter;
    case Xapian::Unicode::DECIMAL_DIGIT_NUMBER:
      return Kind::Digit;
    default:
      return Kind::Other;
  }
}

void append_folded(std::string& out, char32_t character) {
  if (character < 0x80) {
    const char c = static_cast<char>(character);
    out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return;
  }
  if (character == kSharpS || character == kCapitalSharpS) {
    out += "ss";
    return;
  }
  // Down from the capital: the final sigma and the long s become what their capitals' small forms
  // are.
  if (character != kDotlessI) {
    character =
        Xapian::Unicode::tolower(Xapian::Unicode::toupper(static_cast<unsigned>(character)));
  }
  Xapian::Unicode::append_utf8(out, static_cast<unsigned>(character));
}

}  // namespace

void for_each_word(std::string_view text, const std::function<void(std::string_view)>& sink) {
  std::string word;
  std::size_t characters = 0;
  bool letters = false;
  bool apostrophe = false;  // held back until a letter follows
  const auto finish = [&] {
    if (letters && characters > 1 && characters <= kLongestWord) sink(word);
    word.clear();
    characters = 0;
    letters = false;
    apostrophe = false;
  };
  while (!text.empty()) {
    const char32_t character = next_character(text);
    const Kind kind = kind_of(character);
    if (kind == Kind::Other || (kind == Kind::Apostrophe && (apostrophe || characters == 0))) {
      if (characters > 0) finish();
      continue;
    }
    if (kind == Kind::Apostrophe) {
      apostrophe = true;
      continue;
    }
    if (characters > kLongestWord) continue;  // too long already: nothing more to keep
    if (apostrophe) word += '\'';
    apostrophe = false;
    letters = letters || kind == Kind::Letter;
    ++characters;
    append_folded(word, character);
  }
  finish();
}

std::string fold_case(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::string_view before = text;
    const char32_t character = next_character(text);
    if (character == kReplacement) {  // bytes that are not a character stay as they are
      out += before.substr(0, before.size() - text.size());
    } else {
      append_folded(out, character);
    }
  }
  return out;
}

}  // namespace privet::profile
