// SPDX-License-Identifier: Apache-2.0
#include "mining/rules/min_support.h"

#include <cmath>

#include "base/error.h"
#include "mining/rules/itemsets.h"

namespace privet::mining {

std::uint32_t MinSupport::of(std::size_t baskets) const {
  return value < 1 ? support_of_share(value, baskets) : static_cast<std::uint32_t>(value);
}

Parameter min_support_parameter(std::string_view summary) {
  return {.name = "min-support",
          .kind = ParameterKind::Real,
          .summary = summary,
          .placeholder = "S",
          .min = 0,
          .max = 4294967295.0,
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
