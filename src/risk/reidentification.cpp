// SPDX-License-Identifier: Apache-2.0
#include "risk/reidentification.h"

#include <algorithm>

namespace privet {

ReidentificationRisk measure_risk(std::span<const std::uint32_t> class_sizes, double threshold) {
  return measure_risk(class_sizes, class_sizes, threshold);
}

ReidentificationRisk measure_risk(std::span<const std::uint32_t> class_sizes,
                                  std::span<const std::uint32_t> matching, double threshold) {
  ReidentificationRisk out;
  out.threshold = threshold;
  if (class_sizes.empty()) return out;
  const auto [smallest, largest] = std::minmax_element(matching.begin(), matching.end());
  out.classes = class_sizes.size();
  out.smallest_class = *smallest;
  out.largest_class = *largest;
  std::size_t at_risk = 0;
  double sum = 0;
  for (std::size_t c = 0; c < class_sizes.size(); ++c) {
    const std::size_t size = class_sizes[c];
    const std::size_t among = matching[c];
    out.records += size;
    sum += static_cast<double>(size) / static_cast<double>(among);
    if (among == 1) ++out.unique_records;
    if (1.0 / static_cast<double>(among) > threshold) at_risk += size;
  }
  const auto records = static_cast<double>(out.records);
  out.highest = 1.0 / static_cast<double>(out.smallest_class);
  out.average = sum / records;
  out.fraction_at_risk = static_cast<double>(at_risk) / records;
  return out;
}

JournalistRisk measure_journalist(std::span<const std::uint32_t> class_sizes,
                                  std::span<const std::size_t> people_of_class, std::size_t people,
                                  double threshold) {
  JournalistRisk out{.people = people, .threshold = threshold};
  std::size_t records = 0;
  std::size_t at_risk = 0;
  double sum = 0;
  for (std::size_t c = 0; c < class_sizes.size(); ++c) {
    const std::size_t size = class_sizes[c];
    const std::size_t among = people_of_class[c];
    records += size;
    if (among == 0) {
      out.records_not_found += size;
      continue;
    }
    const double risk = 1.0 / static_cast<double>(among);
    out.smallest_class = out.smallest_class == 0 ? among : std::min(out.smallest_class, among);
    out.highest = std::max(out.highest, risk);
    sum += static_cast<double>(size) * risk;
    if (risk > threshold) at_risk += size;
  }
  if (records == 0) return out;
  out.average = sum / static_cast<double>(records);
  out.fraction_at_risk = static_cast<double>(at_risk) / static_cast<double>(records);
  return out;
}

}  // namespace privet
