// SPDX-License-Identifier: Apache-2.0
#include "federation/task/referee_entry.h"

#include <charconv>

namespace privet::federation {

std::vector<protocol::PartyId> referees_of(std::string_view text) {
  std::vector<protocol::PartyId> out;
  while (true) {
    std::uint32_t number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc() || number == 0) return {};
    out.emplace_back(number - 1);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.starts_with(" compute") || text.starts_with(" compare")) return out;
    for (const std::string_view between : {", ", " and "}) {
      if (text.starts_with(between)) text.remove_prefix(between.size());
    }
  }
}

}  // namespace privet::federation
