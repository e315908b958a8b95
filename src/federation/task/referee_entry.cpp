// SPDX-License-Identifier: Apache-2.0
#include "federation/task/referee_entry.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace privet::federation {

namespace {

// The parties that `text` begins with, "1 and 2" or "1, 2 and 4", and what follows them.
struct Named {
  std::vector<protocol::PartyId> parties;
  std::string_view rest;
};

Named named_first(std::string_view text) {
  Named out;
  while (true) {
    std::uint32_t number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc() || number == 0) return {};
    out.parties.emplace_back(number - 1);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    out.rest = text;
    if (text.starts_with(", ")) {
      text.remove_prefix(2);
    } else if (text.starts_with(" and ")) {
      text.remove_prefix(5);
    } else {
      return out;
    }
  }
}

}  // namespace

std::vector<protocol::PartyId> referees_of(std::string_view text) {
  auto [out, rest] = named_first(text);
  if (!rest.starts_with(" compute") && !rest.starts_with(" compare")) return {};
  constexpr std::string_view kPermute = "permute, ";
  if (const auto at = rest.find(kPermute); at != std::string_view::npos) {
    const auto checking = named_first(rest.substr(at + kPermute.size()));
    if (!checking.rest.starts_with(" check")) return out;
    for (const auto party : checking.parties) {
      if (std::ranges::find(out, party) == out.end()) out.push_back(party);
    }
  }
  return out;
}

}  // namespace privet::federation
