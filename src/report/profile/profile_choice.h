// SPDX-License-Identifier: Apache-2.0
// Which nodes of a profile to show, and at which settings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profile/profile.h"

namespace privet {

// For each node whether it is among the `count` of largest support; always a tree with the root.
[[nodiscard]] std::vector<std::uint8_t> largest_nodes(const profile::Profile& profile,
                                                      std::size_t count);

// Settings of minDetail worth a step of a dial, ascending from 0: round ones, `extra`, and one
// above the largest share. At most about fifty.
[[nodiscard]] std::vector<double> dial_values(const profile::Profile& profile, double extra);

}  // namespace privet
