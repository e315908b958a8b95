// SPDX-License-Identifier: Apache-2.0
// The risk that a record is re-identified by someone who knows the person is in the table and knows
// the quasi-identifiers (the prosecutor): one over the size of the record's class. Reference: El
// Emam, "Guide to the De-Identification of Personal Health Information" (2013).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace privet {

struct ReidentificationRisk {
  std::size_t records = 0;
  std::size_t classes = 0;
  std::size_t smallest_class = 0;
  std::size_t largest_class = 0;
  std::size_t unique_records = 0;  // alone in their class
  double highest = 0;              // of any record
  double average = 0;              // over the records
  double threshold = 0;
  double fraction_at_risk = 0;  // share of the records whose risk exceeds the threshold
};

// All zero without classes.
[[nodiscard]] ReidentificationRisk measure_risk(std::span<const std::uint32_t> class_sizes,
                                                double threshold);

}  // namespace privet
