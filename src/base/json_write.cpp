// SPDX-License-Identifier: Apache-2.0
// Json as text.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/json.h"
#include "base/utf8.h"

namespace privet {
namespace {

void write_escape(std::string& out, unsigned char byte) {
  switch (byte) {
    case '"':
      out += "\\\"";
      break;
    case '\\':
      out += "\\\\";
      break;
    case '\b':
      out += "\\b";
      break;
    case '\f':
      out += "\\f";
      break;
    case '\n':
      out += "\\n";
      break;
    case '\r':
      out += "\\r";
      break;
    case '\t':
      out += "\\t";
      break;
    default:
      out += fmt::format("\\u{:04x}", byte);
  }
}

void write_text(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const auto plain = std::ranges::find_if(text, [](char c) {
      const auto byte = static_cast<unsigned char>(c);
      return byte < 0x20 || byte >= 0x80 || c == '"' || c == '\\';
    });
    const auto length = static_cast<std::size_t>(plain - text.begin());
    out.append(text.substr(0, length));
    text.remove_prefix(length);
    if (text.empty()) break;
    if (static_cast<unsigned char>(text.front()) >= 0x80) {
      append_character(out, next_character(text));
    } else {
      write_escape(out, static_cast<unsigned char>(text.front()));
      text.remove_prefix(1);
    }
  }
  out += '"';
}

// The shortest digits that read back as the same number; always with a point or an exponent, so
// that a reader sees that it is not a whole number.
void write_real(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += "null";
    return;
  }
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::scientific)
                       .ptr;
  const std::string_view whole(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const auto e = whole.find('e');
  int exponent = 0;
  const std::string_view tail = whole.substr(e + (whole[e + 1] == '+' ? 2 : 1));
  std::from_chars(tail.data(), tail.data() + tail.size(), exponent);
  constexpr int kPlainFrom = -5;
  constexpr int kPlainBelow = 15;
  if (exponent <= kPlainFrom || exponent >= kPlainBelow) {
    out += whole;
    return;
  }
  const auto fixed =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed)
          .ptr;
  const std::string_view plain(buffer.data(), static_cast<std::size_t>(fixed - buffer.data()));
  out += plain;
  if (plain.find('.') == plain.npos) out += ".0";
}

void new_line(std::string& out, int indent, int depth) {
  if (indent < 0) return;
  out += '\n';
  out.append(static_cast<std::size_t>(indent * depth), ' ');
}

}  // namespace

void Json::write(std::string& out, int indent, int depth) const {
  switch (kind_) {
    case Kind::Null:
      out += "null";
      return;
    case Kind::Bool:
      out += plain_.flag ? "true" : "false";
      return;
    case Kind::Negative:
      fmt::format_to(std::back_inserter(out), "{}", plain_.negative);
      return;
    case Kind::Whole:
      fmt::format_to(std::back_inserter(out), "{}", plain_.whole);
      return;
    case Kind::Real:
      write_real(out, plain_.real);
      return;
    case Kind::Text:
      write_text(out, text());
      return;
    case Kind::Array:
    case Kind::Object:
      break;
  }
  out += is_array() ? '[' : '{';
  const std::string_view comma = ",";
  std::string_view between;
  for (const auto& entry : *this) {
    out += std::exchange(between, comma);
    new_line(out, indent, depth + 1);
    entry.write(out, indent, depth + 1);
  }
  for (const auto& member : items()) {
    out += std::exchange(between, comma);
    new_line(out, indent, depth + 1);
    write_text(out, member.key);
    out += indent < 0 ? ":" : ": ";
    member.value.write(out, indent, depth + 1);
  }
  if (!empty()) new_line(out, indent, depth);
  out += is_array() ? ']' : '}';
}

std::string Json::dump(int indent) const {
  std::string out;
  write(out, indent, 0);
  return out;
}

bool Json::all_utf8() const {
  if (is_string()) return !first_invalid_utf8(text());
  return std::all_of(begin(), end(), [](const Json& entry) { return entry.all_utf8(); }) &&
         std::ranges::all_of(items(), [](const Member& member) {
           return !first_invalid_utf8(member.key) && member.value.all_utf8();
         });
}

}  // namespace privet
