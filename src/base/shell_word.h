// SPDX-License-Identifier: Apache-2.0
// A text as one word for a shell, so that an option a message suggests can be pasted.
#pragma once

#include <string>
#include <string_view>

namespace privet {

// "zip", "zip,ill"; in quotes where it needs them: "'home town=dmy'".
[[nodiscard]] std::string shell_word(std::string_view text);

}  // namespace privet
