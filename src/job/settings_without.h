// SPDX-License-Identifier: Apache-2.0
// Settings of which some are left out, as if they had not been given.
#pragma once

#include <span>
#include <string_view>

#include "base/settings.h"

namespace privet {

[[nodiscard]] Settings settings_without(const Settings& settings,
                                        std::span<const std::string_view> names);

}  // namespace privet
