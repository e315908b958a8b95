// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"

#include <fmt/format.h>

#include <utility>

#include "base/utf8.h"

namespace privet {
namespace {

std::string with_place(const std::string& message, const Place& place) {
  if (!place.parameter.empty()) return fmt::format("{}: {}", place.parameter, message);
  if (place.file.empty()) return message;
  if (place.line == 0) return fmt::format("{}: {}", place.file, message);
  if (place.column == 0) return fmt::format("{}:{}: {}", place.file, place.line, message);
  return fmt::format("{}:{}:{}: {}", place.file, place.line, place.column, message);
}

}  // namespace

Error::Error(ErrorCode code, std::string message, Place place)
    : code_(code),
      message_(std::move(message)),
      place_(std::move(place)),
      full_(with_place(message_, place_)) {}

int exit_status(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::Infeasible:
    case ErrorCode::Policy:
      return 1;
    case ErrorCode::Peer:
      return 3;
    case ErrorCode::Usage:
    case ErrorCode::Input:
    case ErrorCode::Output:
    case ErrorCode::Interrupted:
    case ErrorCode::Internal:
      return 2;
  }
  return 2;
}

std::string quote_for_message(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string out = "'";
  std::string_view rest = text;
  while (!rest.empty()) {
    std::string_view behind = rest;
    const char32_t character = next_character(behind);
    const std::string_view bytes = rest.substr(0, rest.size() - behind.size());
    // Whole characters: half of one would make the message no text.
    if (text.size() - behind.size() > kLongest) break;
    const bool broken = character == kReplacement && bytes != "\xEF\xBF\xBD";
    if (broken || character < 0x20 || character == 0x7f) {
      for (const char c : bytes) out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      out += bytes;
    }
    rest = behind;
  }
  out += rest.empty() ? "'" : "...'";
  return out;
}

namespace detail {

void check_failed(const char* condition, const char* file, int line) {
  std::string_view name = file;
  if (const auto slash = name.rfind("src/"); slash != std::string_view::npos)
    name.remove_prefix(slash);
  throw Error(ErrorCode::Internal,
              fmt::format("internal check failed: {} ({}:{}); nothing was published", condition,
                          name, line));
}

}  // namespace detail
}  // namespace privet
