// SPDX-License-Identifier: Apache-2.0
#include "risk/plain_letters.h"

#include <unordered_map>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "risk/marked_letters_internal.h"

namespace privet {
namespace {

constexpr std::u32string_view kBlanks =
    U"\u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009"
    U"\u200A\u2028\u2029\u202F\u205F\u3000";
constexpr std::u32string_view kUnseen =
    U"\u00AD\u034F\u200B\u200C\u200D\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2060\u2061\u2062"
    U"\u2063\u2064\u2066\u2067\u2068\u2069\uFE00\uFE01\uFE02\uFE03\uFE04\uFE05\uFE06\uFE07\uFE08"
    U"\uFE09\uFE0A\uFE0B\uFE0C\uFE0D\uFE0E\uFE0F\uFEFF";
constexpr std::u32string_view kDashes = U"\u2010\u2011\u2012\u2013\u2014\u2015\u2212";
constexpr std::u32string_view kApostrophes = U"\u2018\u2019\u201A\u201B\u02BC\u2032";
constexpr std::u32string_view kQuotes = U"\u201C\u201D\u201E\u201F";

bool in(std::u32string_view set, char32_t c) {
  return set.find(c) != std::u32string_view::npos;
}

// Capital letters whose small ones lie `step` further; `every`: each second one is capital.
struct Capitals {
  char32_t first;
  char32_t last;
  char32_t step;
  char32_t every;
};
constexpr Capitals kCapitals[] = {
    {U'A', U'Z', 32, 1},   {0xC0, 0xD6, 32, 1},   {0xD8, 0xDE, 32, 1},   {0x100, 0x136, 1, 2},
    {0x139, 0x147, 1, 2},  {0x14A, 0x176, 1, 2},  {0x179, 0x17D, 1, 2},  {0x391, 0x3A1, 32, 1},
    {0x3A3, 0x3A9, 32, 1}, {0x400, 0x40F, 80, 1}, {0x410, 0x42F, 32, 1}, {0x460, 0x480, 1, 2},
    {0x48A, 0x4BE, 1, 2},  {0x4C0, 0x4C0, 15, 1}, {0x4C1, 0x4CD, 1, 2},  {0x4D0, 0x52E, 1, 2},
    {0x531, 0x556, 48, 1}};

char32_t small(char32_t c) {
  if (c == 0x3C2) return 0x3C3;
  if (c == 0x1E9E) return 0xDF;
  for (const auto& range : kCapitals) {
    if (c >= range.first && c <= range.last && (c - range.first) % range.every == 0) {
      return c + range.step;
    }
  }
  return c;
}

using Bare = std::unordered_map<char32_t, std::pair<char32_t, char32_t>>;

// Every marked letter with its letter and mark.
const Bare& bare_letters() {
  static const Bare all = [] {
    Bare out;
    for (const auto& row : detail::marked_letters()) {
      for (std::size_t i = 0; i < row.marked.size(); ++i) {
        out[row.marked[i]] = {row.bare[i], row.mark};
      }
    }
    return out;
  }();
  return all;
}

// The order in which marks of a letter are noted; 0: not a mark.
unsigned rank(char32_t c) {
  if (c == 0x3099 || c == 0x309A) return 8;
  if (c < 0x300 || c > 0x36F || c == 0x34F) return 0;
  if (c >= 0x334 && c <= 0x338) return 1;
  if (in(U"\u0321\u0322\u0327\u0328", c)) return 202;
  if (c == 0x31B) return 216;
  if (in(U"\u0315\u031A\u0358", c)) return 232;
  if (in(U"\u035C\u035F\u0362", c)) return 233;
  if (in(U"\u035D\u035E\u0360\u0361", c)) return 234;
  if (c == 0x345) return 240;
  const bool below = (c >= 0x316 && c <= 0x333) || (c >= 0x339 && c <= 0x33C) ||
                     (c >= 0x347 && c <= 0x349) || c == 0x34D || c == 0x34E ||
                     (c >= 0x353 && c <= 0x356) || c == 0x359 || c == 0x35A;
  return below ? 220 : 230;
}

// Appends a letter and its marks; a mark goes before those of a higher rank that stand at the end.
void note(std::u32string& out, char32_t c) {
  if (c >= 0xAC00 && c < 0xAC00 + 11172) {
    const char32_t last = (c - 0xAC00) % 28;
    const char32_t pair = (c - 0xAC00) / 28;
    out += {0x1100 + pair / 21, 0x1161 + pair % 21};
    if (last > 0) out += 0x11A7 + last;
    return;
  }
  const auto found = bare_letters().find(c);
  if (found != bare_letters().end()) {
    note(out, found->second.first);
    if (found->second.second != 0) note(out, found->second.second);
    return;
  }
  std::size_t at = out.size();
  while (rank(c) > 0 && at > 0 && rank(out[at - 1]) > rank(c)) --at;
  out.insert(at, 1, c);
}

}  // namespace

std::string look_of(std::string_view text) {
  std::u32string seen;
  for (std::string_view rest = text; !rest.empty();) {
    char32_t c = next_character(rest);
    if (c < 0x80) {
      seen += c >= U'\t' && c <= U'\r' ? U' ' : c;
      continue;
    }
    if (in(kUnseen, c)) continue;
    if (in(kBlanks, c)) c = U' ';
    if (in(kDashes, c)) c = U'-';
    if (in(kApostrophes, c)) c = U'\'';
    if (in(kQuotes, c)) c = U'"';
    if (c >= 0xFF01 && c <= 0xFF5E) c = c - 0xFF01 + U'!';
    note(seen, c);
  }
  std::string out;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (seen[i] != U' ') {
      append_character(out, small(seen[i]));
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

}  // namespace privet
