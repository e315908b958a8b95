// SPDX-License-Identifier: Apache-2.0
// What --dp and --dp-sampling say.
#pragma once

#include "base/settings.h"

namespace privet {

struct DpSettings {
  double epsilon = 0;
  double delta = 0;
  double sampling = 0;  // the chance of each record to be drawn
};

// Requires that dp is given. Throws Error{Usage} for numbers that the theorem does not allow.
[[nodiscard]] DpSettings read_dp(const Settings& settings);

}  // namespace privet
