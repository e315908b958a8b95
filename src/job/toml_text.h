// SPDX-License-Identifier: Apache-2.0
// A text as TOML writes it, for policies that the program writes.
#pragma once

#include <string>
#include <string_view>

namespace privet {

// A basic string: in quotes, with quotes, backslashes and control characters escaped. The text must
// be UTF-8.
[[nodiscard]] std::string toml_text(std::string_view text);

}  // namespace privet
