// SPDX-License-Identifier: Apache-2.0
// Settings with a unit: "15ms", "100mbit".
#pragma once

#include <chrono>
#include <string_view>

#include "base/settings.h"

namespace privet::job {

// Of ms, us or s. Throws Error{Usage} for anything else.
[[nodiscard]] std::chrono::microseconds delay_of(const Settings& settings, std::string_view name);
// Bits per second, of mbit, kbit or gbit; above 0.
[[nodiscard]] double bandwidth_of(const Settings& settings, std::string_view name);

}  // namespace privet::job
