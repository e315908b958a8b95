// SPDX-License-Identifier: Apache-2.0
// Ratios close to one, as percentages.
#pragma once

#include <string>

namespace privet::quasi {

// With as many digits as it takes to differ from 100%: "99.99%".
[[nodiscard]] std::string percent(double ratio);

}  // namespace privet::quasi
