// SPDX-License-Identifier: Apache-2.0
// The encoding of a text file: recognised, and turned into UTF-8, in which everything else works.
// Idea: a byte order mark decides; without one, zeros in every other byte mean UTF-16, well-formed
// sequences UTF-8, and other bytes above 0x7F the one-byte encodings of western Europe. In these
// the bytes 0x80 to 0x9F are letters and signs of Windows-1252 and control characters of Latin-1,
// which no table has; so they tell the two apart.
// Reference: The Unicode Standard, chapter 3.9; WHATWG Encoding Standard, index windows-1252.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace privet {

enum class Encoding { Utf8, Latin1, Windows1252, Utf16le, Utf16be };

// "UTF-8", "Latin-1", "Windows-1252", "UTF-16LE", "UTF-16BE".
[[nodiscard]] std::string_view encoding_name(Encoding encoding);
// "utf-8", "latin-1", "cp1252", "utf-16le", "utf-16be": the values of an option.
[[nodiscard]] std::span<const std::string_view> encoding_choices();
[[nodiscard]] Encoding parse_encoding(std::string_view choice);

struct DetectedEncoding {
  Encoding encoding = Encoding::Utf8;
  std::size_t mark = 0;  // how many bytes the byte order mark has; 0: there is none
  bool sound = false;    // all bytes were looked at and are UTF-8
};

// Of the bytes of a file, or of its first ones. UTF-8 with a few broken bytes is UTF-8. Cost: one
// pass up to the first byte that is not UTF-8, and some bytes around it; with `ascii`, which says
// that no byte is above 0x7F, the first 4 KiB.
[[nodiscard]] DetectedEncoding detect_encoding(std::string_view bytes, bool ascii = false);

// The text without its byte order mark in UTF-8. Throws Error{Input} with file and line for bytes
// that the encoding does not have.
[[nodiscard]] std::string to_utf8(std::string_view bytes, Encoding encoding,
                                  const std::string& name);

}  // namespace privet
