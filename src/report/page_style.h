// SPDX-License-Identifier: Apache-2.0
// The style and the script of a page, and the hashes that its Content-Security-Policy names them
// by. A test recomputes the hashes and prints the right ones when the texts change.
#pragma once

#include <string_view>

namespace privet {

extern const std::string_view kPageStyle;
extern const std::string_view kPageScript;
// Base64 of the SHA-256 of the texts above.
extern const std::string_view kPageStyleHash;
extern const std::string_view kPageScriptHash;

}  // namespace privet
