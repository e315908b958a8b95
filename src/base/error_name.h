// SPDX-License-Identifier: Apache-2.0
// The names of the kinds of errors in answers that programs read (docs/cli.md).
#pragma once

#include <string_view>

#include "base/error.h"

namespace privet {

// "usage", "input" ...
[[nodiscard]] std::string_view error_name(ErrorCode code);

}  // namespace privet
