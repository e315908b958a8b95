// SPDX-License-Identifier: Apache-2.0
// The width of a range of numbers as a share of a whole. Idea: differences of numbers near the
// largest double are beyond it; their halves are not.
#pragma once

#include <cmath>

namespace privet {

// (high - low) / (top - bottom), for bottom <= low <= high <= top; 0 where the whole has no width.
[[nodiscard]] inline double width_share(double low, double high, double bottom, double top) {
  const double width = top - bottom;
  if (std::isfinite(width)) return width > 0 ? (high - low) / width : 0.0;
  return (high / 2 - low / 2) / (top / 2 - bottom / 2);
}

}  // namespace privet
