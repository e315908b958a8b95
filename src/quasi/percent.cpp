// SPDX-License-Identifier: Apache-2.0
#include "quasi/percent.h"

#include <fmt/format.h>

#include <cmath>

namespace privet::quasi {

std::string percent(double ratio) {
  if (ratio >= 1.0) return "100%";
  const double missing = 1.0 - ratio;
  int digits = 0;
  while (digits < 8 && missing * std::pow(10.0, digits + 2) < 1.0 - 1e-6) ++digits;
  const double scale = std::pow(10.0, digits);
  // Rounded down, so that what is not all never reads 100%.
  return fmt::format("{:.{}f}%", std::floor(ratio * 100.0 * scale + 1e-6) / scale, digits);
}

}  // namespace privet::quasi
