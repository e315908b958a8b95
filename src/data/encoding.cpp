// SPDX-License-Identifier: Apache-2.0
#include "data/encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/utf8.h"

namespace privet {
namespace {

constexpr std::size_t kJudged = std::size_t{1} << 16U;
constexpr std::array<std::string_view, 5> kNames{"UTF-8", "Latin-1", "Windows-1252", "UTF-16LE",
                                                 "UTF-16BE"};
constexpr std::array<std::string_view, 5> kChoices{"utf-8", "latin-1", "cp1252", "utf-16le",
                                                   "utf-16be"};

// The characters of Windows-1252 from 0x80 to 0x9F; 0 for the five bytes that it does not have.
constexpr std::array<char32_t, 32> kWindows{
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

unsigned byte_at(std::string_view bytes, std::size_t i) {
  return static_cast<unsigned char>(bytes[i]);
}

// UTF-16 without a mark: the texts of tables are mostly ASCII, so one byte of nearly every two is
// zero, and it is always the same one.
std::optional<Encoding> judge_utf16(std::string_view bytes) {
  const std::string_view sample = bytes.substr(0, 4096);
  if (sample.size() < 4 || bytes.size() % 2 != 0) return std::nullopt;
  std::array<std::size_t, 2> zeros{};
  for (std::size_t i = 0; i < sample.size(); ++i) zeros[i % 2] += sample[i] == '\0' ? 1 : 0;
  const std::size_t pairs = sample.size() / 2;
  if (zeros[1] * 2 > pairs && zeros[0] * 20 < pairs) return Encoding::Utf16le;
  if (zeros[0] * 2 > pairs && zeros[1] * 20 < pairs) return Encoding::Utf16be;
  return std::nullopt;
}

// Of bytes that are not well-formed UTF-8 from `bad` on.
Encoding judge_bytes(std::string_view bytes, std::size_t bad) {
  std::size_t good = 0;
  std::size_t broken = 0;
  bool signs = false;  // 0x80 to 0x9F, all of them bytes of Windows-1252
  bool others = false;
  std::string_view rest = bytes.substr(bad > kJudged ? bad - kJudged : 0);
  rest = rest.substr(0, 2 * kJudged);
  while (!rest.empty()) {
    const unsigned first = byte_at(rest, 0);
    const std::size_t before = rest.size();
    const char32_t character = next_character(rest);
    if (first < 0x80) continue;
    const bool sound = character != kReplacement || before - rest.size() > 1;
    ++(sound ? good : broken);
    if (sound || first > 0x9F) continue;
    (kWindows.at(first - 0x80) != 0 ? signs : others) = true;
  }
  // A character of two bytes that is well-formed by chance is rare in text of one-byte characters.
  if (good >= broken) return Encoding::Utf8;
  return signs && !others ? Encoding::Windows1252 : Encoding::Latin1;
}

[[noreturn]] void refuse(std::string_view text, const std::string& name, const std::string& what) {
  const auto line = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  throw Error(ErrorCode::Input, what, {.file = name, .line = line});
}

std::string from_one_byte(std::string_view bytes, Encoding encoding, const std::string& name) {
  std::string out;
  out.reserve(bytes.size() + bytes.size() / 8);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const unsigned byte = byte_at(bytes, i);
    char32_t character = byte;
    if (encoding == Encoding::Windows1252 && byte >= 0x80 && byte <= 0x9F) {
      character = kWindows.at(byte - 0x80);
      if (character == 0) {
        refuse(out, name,
               fmt::format("byte 0x{:02X} is not a character of Windows-1252; say what the file is "
                           "with --encoding",
                           byte));
      }
    }
    append_character(out, character);
  }
  return out;
}

std::string from_utf16(std::string_view bytes, bool little, const std::string& name) {
  std::string out;
  out.reserve(bytes.size());
  const auto unit = [&](std::size_t i) {
    return static_cast<char32_t>(byte_at(bytes, i + (little ? 1 : 0)) << 8U |
                                 byte_at(bytes, i + (little ? 0 : 1)));
  };
  const auto broken = [&] {
    refuse(out, name, "half of a character of UTF-16; is the file cut off?");
  };
  for (std::size_t i = 0; i < bytes.size(); i += 2) {
    if (i + 1 == bytes.size()) broken();
    char32_t character = unit(i);
    if (character >= 0xD800 && character <= 0xDFFF) {
      const char32_t low = i + 3 < bytes.size() ? unit(i + 2) : 0;
      if (character > 0xDBFF || low < 0xDC00 || low > 0xDFFF) broken();
      character = 0x10000 + ((character - 0xD800) << 10U) + (low - 0xDC00);
      i += 2;
    }
    append_character(out, character);
  }
  return out;
}

}  // namespace

std::string_view encoding_name(Encoding encoding) {
  return kNames.at(static_cast<std::size_t>(encoding));
}

std::span<const std::string_view> encoding_choices() {
  return kChoices;
}

Encoding parse_encoding(std::string_view choice) {
  const auto* const at = std::find(kChoices.begin(), kChoices.end(), choice);
  PRIVET_CHECK(at != kChoices.end());
  return static_cast<Encoding>(at - kChoices.begin());
}

DetectedEncoding detect_encoding(std::string_view bytes, bool ascii) {
  if (bytes.starts_with("\xFF\xFE")) return {Encoding::Utf16le, 2};
  if (bytes.starts_with("\xFE\xFF")) return {Encoding::Utf16be, 2};
  if (const auto wide = judge_utf16(bytes)) return {*wide, 0};
  const std::size_t mark = bytes.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  const auto bad = ascii ? std::nullopt : first_invalid_utf8(bytes);
  if (bad && mark == 0) return {judge_bytes(bytes, *bad), 0};
  return {Encoding::Utf8, mark, !bad};
}

std::string to_utf8(std::string_view bytes, Encoding encoding, const std::string& name) {
  switch (encoding) {
    case Encoding::Utf8:
      if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
      return std::string(bytes);
    case Encoding::Latin1:
    case Encoding::Windows1252:
      return from_one_byte(bytes, encoding, name);
    case Encoding::Utf16le:
    case Encoding::Utf16be:
      break;
  }
  const bool little = encoding == Encoding::Utf16le;
  if (bytes.starts_with(little ? "\xFF\xFE" : "\xFE\xFF")) bytes.remove_prefix(2);
  return from_utf16(bytes, little, name);
}

}  // namespace privet
