// SPDX-License-Identifier: Apache-2.0
#include "risk/reidentification.h"

#include <algorithm>

namespace privet {

ReidentificationRisk measure_risk(std::span<const std::uint32_t> class_sizes, double threshold) {
  ReidentificationRisk out;
  out.threshold = threshold;
  if (class_sizes.empty()) return out;
  const auto [smallest, largest] = std::minmax_element(class_sizes.begin(), class_sizes.end());
  out.classes = class_sizes.size();
  out.smallest_class = *smallest;
  out.largest_class = *largest;
  std::size_t at_risk = 0;
  for (const std::size_t size : class_sizes) {
    out.records += size;
    if (size == 1) ++out.unique_records;
    if (1.0 / static_cast<double>(size) > threshold) at_risk += size;
  }
  const auto records = static_cast<double>(out.records);
  out.highest = 1.0 / static_cast<double>(out.smallest_class);
  out.average = static_cast<double>(out.classes) / records;  // each class's records sum to one
  out.fraction_at_risk = static_cast<double>(at_risk) / records;
  return out;
}

}  // namespace privet
