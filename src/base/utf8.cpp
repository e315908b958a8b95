// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.h"

#include <array>
#include <cstdint>
#include <cstring>

#include "base/error.h"

namespace privet {
namespace {

// How long the sequence is that begins at the front of `text`, and its character; 0 if none does.
std::size_t sequence_length(std::string_view text, char32_t& character) {
  const auto byte = [&](std::size_t i) -> char32_t { return static_cast<unsigned char>(text[i]); };
  const char32_t lead = byte(0);
  const std::size_t length = lead < 0x80   ? 1
                             : lead < 0xC2 ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  if (length == 0 || length > text.size()) return 0;
  constexpr std::array<char32_t, 5> kSmallest = {0, 0, 0x80, 0x800,
                                                 0x10000};  // shorter forms exist
  char32_t value = length == 1 ? lead : lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return 0;
    value = value << 6U | (byte(i) & 0x3FU);
  }
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < kSmallest.at(length) || value > 0x10FFFF || surrogate) return 0;
  character = value;
  return length;
}

}  // namespace

char32_t next_character(std::string_view& text) {
  PRIVET_CHECK(!text.empty());
  char32_t character = kReplacement;
  const std::size_t length = sequence_length(text, character);
  text.remove_prefix(length == 0 ? 1 : length);
  return character;
}

void append_character(std::string& out, char32_t character) {
  const auto put = [&out](char32_t bits) { out += static_cast<char>(bits); };
  if (character < 0x80) {
    put(character);
  } else if (character < 0x800) {
    put(0xC0U | character >> 6U);
    put(0x80U | (character & 0x3FU));
  } else if (character < 0x10000) {
    put(0xE0U | character >> 12U);
    put(0x80U | (character >> 6U & 0x3FU));
    put(0x80U | (character & 0x3FU));
  } else {
    put(0xF0U | character >> 18U);
    put(0x80U | (character >> 12U & 0x3FU));
    put(0x80U | (character >> 6U & 0x3FU));
    put(0x80U | (character & 0x3FU));
  }
}

std::optional<std::size_t> first_invalid_utf8(std::string_view bytes) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080U;
  std::size_t at = 0;
  while (at < bytes.size()) {
    std::uint64_t word = 0;
    while (at + sizeof word <= bytes.size()) {
      std::memcpy(&word, bytes.data() + at, sizeof word);
      if ((word & kHighBits) != 0) break;
      at += sizeof word;
    }
    while (at < bytes.size() && static_cast<unsigned char>(bytes[at]) < 0x80U) ++at;
    if (at == bytes.size()) break;
    char32_t character = 0;
    const std::size_t length = sequence_length(bytes.substr(at), character);
    if (length == 0) return at;
    at += length;
  }
  return std::nullopt;
}

}  // namespace privet
