// SPDX-License-Identifier: Apache-2.0
// What the classes give away of a sensitive column although nobody is picked out. Homogeneity: all
// records of a class have the same value. Skewness: the values of a class are distributed unlike
// those of the table, so that its members are more likely ill than others.
// Reference: Machanavajjhala et al., "l-diversity" (2007); Li, Li and Venkatasubramanian,
// "t-closeness" (2007). Cost: one pass over the records.
#pragma once

#include <cstdint>
#include <vector>

#include "base/run.h"
#include "data/group_rows.h"

namespace privet {

struct SensitiveRisk {
  std::string column;
  std::size_t homogeneous_classes = 0;
  std::size_t homogeneous_records = 0;
  // How sure one can be of a record's value: the share of the commonest one in its class.
  double highest_confidence = 0;
  double average_confidence = 0;  // over the records
  // Half the sum of differences between the shares in the class and in the table.
  double highest_skewness = 0;
  double average_skewness = 0;  // over the records
  // The value and class whose shares differ by the largest factor, among classes in which at least
  // two records have it.
  struct Gain {
    double factor = 0;
    ValueId value = 0;
    double share = 0;           // in the class
    double share_in_table = 0;  // and in the table
    std::size_t size = 0;       // of the class
    RowId first_row = 0;        // a record of the class
  } gain;
};

// A missing value is a value of its own in the distribution, but says nothing: confidence and
// homogeneity are of the records whose value is known. `person_of`: who each record is about, where
// persons are counted; a class is homogeneous then if all who have a value have one in common.
[[nodiscard]] SensitiveRisk measure_sensitive(const Column& values, const RowGroups& groups,
                                              const Run& run,
                                              std::span<const ValueId> person_of = {});

}  // namespace privet
