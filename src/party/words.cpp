// SPDX-License-Identifier: Apache-2.0
#include "party/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <ctime>
#include <vector>

#include "base/error.h"
#include "base/os_random.h"

namespace privet::party {

void check_party_name(std::string_view name) {
  constexpr std::size_t kLongestName = 40;
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  };
  if (!name.empty() && name.size() <= kLongestName && name[0] >= 'a' && name[0] <= 'z' &&
      std::ranges::all_of(name, fits)) {
    return;
  }
  throw Error(ErrorCode::Usage,
              fmt::format("{} cannot be a party's name: take lower-case letters, digits and "
                          "hyphens, at most {}, beginning with a letter",
                          quote_for_message(name), kLongestName));
}

bool is_host(std::string_view text) {
  constexpr std::size_t kLongestHost = 253;
  return !text.empty() && text.size() <= kLongestHost && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view(".:-_%").find(c) != std::string_view::npos;
  });
}

std::string plain_text(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    // U+0080 to U+009F are control characters too.
    if (byte == 0xc2 && next >= 0x80 && next <= 0x9f) {
      out += fmt::format("\\x{:02x}", next);
      ++i;
    } else if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  const auto inside = [&](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80;
  };
  while (most > 0 && inside(most)) --most;
  return std::string(text.substr(0, most));
}

std::string with_names(std::string_view text, std::span<const std::string> parties) {
  constexpr std::string_view kHead = "party-";
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  };
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const bool begins = text.substr(at).starts_with(kHead) && (at == 0 || !is_word(text[at - 1]));
    std::size_t place = 0;
    const auto* from = text.data() + at + (begins ? kHead.size() : 0);
    const auto* end = text.data() + text.size();
    const auto stop = begins ? std::from_chars(from, end, place).ptr : from;
    const bool whole = place > 0 && *from != '0' && (stop == end || !is_word(*stop));
    if (whole && place <= parties.size()) {
      out += parties[place - 1];
      at = static_cast<std::size_t>(stop - text.data());
    } else {
      out += text[at++];
    }
  }
  return out;
}

namespace {

// An apostrophe before a letter is part of what is quoted.
std::size_t end_of_quotation(std::string_view text, std::size_t from) {
  for (auto at = text.find('\'', from); at != std::string_view::npos;
       at = text.find('\'', at + 1)) {
    if (at + 1 == text.size() ||
        std::string_view(" ,.;:)\n").find(text[at + 1]) != std::string::npos) {
      return at;
    }
  }
  return std::string_view::npos;
}

}  // namespace

std::string without_values(std::string_view text, std::string_view known) {
  std::string out;
  while (!text.empty()) {
    const auto begin = text.find('\'');
    const auto end = begin == std::string_view::npos ? begin : end_of_quotation(text, begin + 1);
    if (end == std::string_view::npos) return out + std::string(text);
    const auto quoted = text.substr(begin + 1, end - begin - 1);
    // An apostrophe within a word begins no quotation.
    const bool inside = begin > 0 && text[begin - 1] != ' ' && text[begin - 1] != '(';
    if (inside || known.find(fmt::format("\"{}\"", quoted)) != std::string_view::npos) {
      out += text.substr(0, inside ? begin + 1 : end + 1);
      text.remove_prefix(inside ? begin + 1 : end + 1);
    } else {
      out += text.substr(0, begin);
      out += "'...'";
      text.remove_prefix(end + 1);
    }
  }
  return out;
}

std::int64_t seconds_now() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string time_text(std::int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

std::string random_hex(std::size_t bytes) {
  std::vector<std::byte> drawn(bytes);
  os_random(drawn);
  std::string out;
  for (const auto byte : drawn) out += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  return out;
}

}  // namespace privet::party
