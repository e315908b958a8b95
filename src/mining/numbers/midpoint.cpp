// SPDX-License-Identifier: Apache-2.0
#include "mining/numbers/midpoint.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <string>

namespace privet::mining {

double midpoint(double a, double b) {
  double middle = (a + b) / 2;
  if (!std::isfinite(middle)) middle = a / 2 + b / 2;
  // Halves of decimals often end in an error of the last bit: as many digits as always survive.
  const std::string text = fmt::format("{:.{}g}", middle, std::numeric_limits<double>::digits10);
  double rounded = middle;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rounded);
  if (error == std::errc() && end == text.data() + text.size() && rounded >= a && rounded < b) {
    return rounded;
  }
  return middle < b ? middle : a;
}

}  // namespace privet::mining
