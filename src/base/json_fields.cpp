// SPDX-License-Identifier: Apache-2.0
#include "base/json_fields.h"

#include <fmt/format.h>

namespace privet::detail {

void not_whole(std::string_view field, std::uint64_t most, const std::string& found) {
  throw Error(ErrorCode::Input, fmt::format("{} must be a whole number from 0 to {}, not {}", field,
                                            most, quote_for_message(found)));
}

void not_a_list(std::string_view field, const std::string& found) {
  throw Error(ErrorCode::Input,
              fmt::format("{} must be a list, not {}", field, quote_for_message(found)));
}

std::string entry_name(std::string_view list, std::size_t entry) {
  return fmt::format("{}[{}]", list, entry);
}

}  // namespace privet::detail
