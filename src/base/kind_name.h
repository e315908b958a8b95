// SPDX-License-Identifier: Apache-2.0
// The names of the kinds of parameters in answers that programs read (docs/cli.md).
#pragma once

#include <string_view>

#include "base/description.h"

namespace privet {

// "flag", "count" ...
[[nodiscard]] std::string_view kind_name(ParameterKind kind);

}  // namespace privet
