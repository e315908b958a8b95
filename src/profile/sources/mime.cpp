// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>

#include "profile/sources/mime_internal.h"

namespace privet::profile::detail {
namespace {

constexpr std::uint8_t kNoDigit = 255;

constexpr std::array<std::uint8_t, 256> digits_of_base64() {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::array<std::uint8_t, 256> out{};
  for (auto& value : out) value = kNoDigit;
  for (std::size_t i = 0; i < kDigits.size(); ++i) {
    out.at(static_cast<unsigned char>(kDigits[i])) = static_cast<std::uint8_t>(i);
  }
  return out;
}
constexpr auto kBase64 = digits_of_base64();

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

}  // namespace

std::string decode_base64(std::string_view text, bool& broken) {
  std::string out;
  out.reserve(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : text) {
    if (c == '=') break;
    if (std::isspace(static_cast<unsigned char>(c)) != 0) continue;
    const std::uint8_t digit = kBase64.at(static_cast<unsigned char>(c));
    if (digit == kNoDigit) {
      broken = true;
      continue;
    }
    bits = bits << 6U | digit;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    out += static_cast<char>(bits >> static_cast<unsigned>(held) & 0xFFU);
  }
  if (held >= 6) broken = true;
  return out;
}

std::string decode_quoted(std::string_view text, bool in_header, bool& broken) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (in_header && text[i] == '_') {
      out += ' ';
    } else if (text[i] != '=') {
      out += text[i];
    } else if (i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 && hex_digit(text[i + 2]) >= 0) {
      out += static_cast<char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
      i += 2;
    } else {
      // A soft line break: the line goes on.
      const std::size_t end = text.find('\n', i);
      const std::size_t word = text.find_first_not_of(" \t\r", i + 1);
      if (end != std::string_view::npos && word == end) {
        i = end;
      } else if (i + 1 < text.size()) {
        broken = true;
        out += '=';
      }
    }
  }
  return out;
}

bool same_letters(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](char x, char y) { return lower(x) == lower(y); });
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::string Headers::value(std::string_view name) const {
  for (const auto& header : all) {
    if (same_letters(header.name, name)) return header.value;
  }
  return {};
}

Headers take_headers(std::string_view& message) {
  Headers out;
  while (!message.empty()) {
    const std::size_t end = std::min(message.find('\n'), message.size());
    std::string_view line = message.substr(0, end);
    const std::size_t next = std::min(end + 1, message.size());
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.empty()) {
      message.remove_prefix(next);
      break;
    }
    if (line[0] == ' ' || line[0] == '\t') {
      if (!out.all.empty()) (out.all.back().value += ' ') += trimmed(line);
    } else {
      const std::size_t colon = line.find(':');
      if (colon == std::string_view::npos) break;  // no header: the body began without a blank line
      out.all.push_back({std::string(trimmed(line.substr(0, colon))),
                         std::string(trimmed(line.substr(colon + 1)))});
    }
    message.remove_prefix(next);
  }
  return out;
}

std::string main_value(std::string_view value) {
  std::string out(trimmed(value.substr(0, value.find(';'))));
  std::transform(out.begin(), out.end(), out.begin(), lower);
  return out;
}

std::string parameter(std::string_view value, std::string_view name) {
  for (std::size_t at = value.find(';'); at != std::string_view::npos; at = value.find(';')) {
    value.remove_prefix(at + 1);
    const std::size_t equals = value.find('=');
    if (equals == std::string_view::npos) return {};
    const bool wanted = same_letters(trimmed(value.substr(0, equals)), name);
    std::string_view rest = value.substr(equals + 1);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    const bool quoted = rest.starts_with('"');
    const std::size_t close = quoted ? rest.find('"', 1) : rest.find(';');
    if (wanted) {
      return std::string(quoted ? rest.substr(1, std::min(close, rest.size()) - 1)
                                : trimmed(rest.substr(0, close)));
    }
    if (quoted && close != std::string_view::npos) value = rest.substr(close + 1);
  }
  return {};
}

}  // namespace privet::profile::detail
