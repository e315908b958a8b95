// SPDX-License-Identifier: Apache-2.0
// Records by the size of their class: the same bins in every report, with a cut at k, so that what
// lies below the promise is never in one bar with what fulfils it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "report/page/html.h"

namespace privet {

struct NamedSizes {
  std::string name;  // "before"
  std::span<const std::uint32_t> sizes;
};

// The smallest sizes of the bins: 1, 2, 3, 4, 5, 10, 20, 40 ... up to `largest`, and k.
[[nodiscard]] std::vector<std::size_t> size_bins(std::size_t largest, std::size_t k);

// `k`: what was promised or asked for; 1: nothing.
[[nodiscard]] Figure class_sizes_figure(const std::vector<NamedSizes>& tables, std::size_t k);

}  // namespace privet
