// SPDX-License-Identifier: Apache-2.0
// The style and the script of a page, and the hashes that its Content-Security-Policy names them
// by. A test recomputes the hashes and prints the right ones when the texts change.
#pragma once

#include <string_view>

namespace privet {

[[nodiscard]] std::string_view page_style() noexcept;
[[nodiscard]] std::string_view page_script() noexcept;
// Base64 of the SHA-256 of the texts above.
[[nodiscard]] std::string_view page_style_hash() noexcept;
[[nodiscard]] std::string_view page_script_hash() noexcept;

}  // namespace privet
