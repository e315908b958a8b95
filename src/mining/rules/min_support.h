// SPDX-License-Identifier: Apache-2.0
// The smallest support of a frequent itemset as users give it: a share of the baskets below 1, or a
// number of baskets. The one place that reads --min-support.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/description.h"
#include "base/settings.h"

namespace privet::mining {

struct MinSupport {
  double value = 0.1;  // above 0; a whole number from 1 on

  // The smallest number of baskets that meets it, never 0.
  [[nodiscard]] std::uint32_t of(std::size_t baskets) const;
};

// --min-support, neither required nor with a default. `summary` ends with how a value is written:
// kMinSupportSummary is for commands that have no other itemsets.
inline constexpr std::string_view kMinSupportSummary =
    "The smallest support of an itemset: a share of the baskets below 1, or a number of baskets.";
[[nodiscard]] Parameter min_support_parameter(std::string_view summary = kMinSupportSummary);
// Throws Error{Usage} for a number above 1 that is not whole.
[[nodiscard]] MinSupport min_support(const Settings& settings);

}  // namespace privet::mining
