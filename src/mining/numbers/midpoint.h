// SPDX-License-Identifier: Apache-2.0
// The number at which a test tells two neighbouring values apart: their middle, written with no
// more digits than a double really has (44.73, not 44.730000000000004).
#pragma once

namespace privet::mining {

// Requires a < b, both finite. At least a and below b: a value is on the side of `a` if it is at
// most the result.
[[nodiscard]] double midpoint(double a, double b);

}  // namespace privet::mining
