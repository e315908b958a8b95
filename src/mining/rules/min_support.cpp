// SPDX-License-Identifier: Apache-2.0
#include "mining/rules/min_support.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "mining/rules/itemsets.h"

namespace privet::mining {

std::uint32_t MinSupport::of(std::size_t baskets) const {
  if (value < 1) return support_of_share(value, baskets);
  // More than any file of baskets holds, and still a number that the type can hold.
  constexpr double kMost = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(std::min(value, kMost));
}

Parameter min_support_parameter(std::string_view summary) {
  return {.name = "min-support",
          .kind = ParameterKind::Real,
          .summary = summary,
          .placeholder = "S",
          .min = 0,
          .above_min = true};
}

MinSupport min_support(const Settings& settings) {
  const MinSupport out{settings.real("min-support")};
  if (out.value > 1 && out.value != std::floor(out.value)) {
    throw Error(ErrorCode::Usage, "give a share below 1 or a whole number of baskets",
                settings.place("min-support"));
  }
  return out;
}

}  // namespace privet::mining
