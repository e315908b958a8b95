// SPDX-License-Identifier: Apache-2.0
// The risk that a record is re-identified by its quasi-identifiers, for three attackers. The
// prosecutor knows that the person is in the table: one over the records of the class. The
// journalist does not, and looks in a register of the population: one over the people the class
// covers. The marketer wants many, right or wrong: the share of all records that would be right.
// Reference: El Emam, "Guide to the De-Identification of Personal Health Information" (2013).
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
  std::size_t unique_records = 0;  // that nobody else matches
  double highest = 0;              // of any record
  double average = 0;              // over the records: the marketer's success
  double threshold = 0;
  double fraction_at_risk = 0;  // share of the records whose risk exceeds the threshold
};

// All zero without classes.
[[nodiscard]] ReidentificationRisk measure_risk(std::span<const std::uint32_t> class_sizes,
                                                double threshold);
// The same where a record hides among `matching` records, at least those of its class: where
// missing values match anything.
[[nodiscard]] ReidentificationRisk measure_risk(std::span<const std::uint32_t> class_sizes,
                                                std::span<const std::uint32_t> matching,
                                                double threshold);

struct JournalistRisk {
  std::size_t people = 0;             // of the population
  std::size_t smallest_class = 0;     // people that a class covers, among those that cover any
  std::size_t records_not_found = 0;  // in classes that cover nobody: no register leads there
  double highest = 0;
  double average = 0;
  double threshold = 0;
  double fraction_at_risk = 0;
};

// `people_of_class`: how many of the population each class covers.
[[nodiscard]] JournalistRisk measure_journalist(std::span<const std::uint32_t> class_sizes,
                                                std::span<const std::size_t> people_of_class,
                                                std::size_t people, double threshold);

}  // namespace privet
