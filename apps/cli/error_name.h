// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/error.h"

namespace privet::cli {

// "usage", "input" ...: how answers name the kind of an error (docs/cli.md).
[[nodiscard]] std::string_view error_name(ErrorCode code);

}  // namespace privet::cli
