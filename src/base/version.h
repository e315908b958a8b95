// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace privet {

inline constexpr std::string_view kVersion = "0.2.0";

}  // namespace privet
