// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace privet {

// Whether writing one would replace the other, however they are spelt. "-" is a standard stream.
// Devices such as /dev/null can be shared.
[[nodiscard]] bool same_file(const std::string& a, const std::string& b);

}  // namespace privet
