// SPDX-License-Identifier: Apache-2.0
// What a search decides: which class each record belongs to, and what the class shows of each
// quasi-identifier. A value, not yet a release: publish() applies it, checks the result and only
// then lets it out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "data/table.h"
#include "hierarchy/hierarchy.h"
#include "recoding/class_id.h"

namespace privet {

// What a cell may show instead of one original value.
struct GeneralizedValue {
  enum class Kind {
    Value,  // low itself
    Range,  // the numbers from low to high, and the values in members (missing ones)
    Set,    // exactly the values in members
    Node,   // a node of the column's hierarchy
    Any,    // every value
  };
  Kind kind = Kind::Any;
  ValueId low = 0;
  ValueId high = 0;
  NodeId node = 0;
  std::vector<ValueId> members = {};  // ascending
  // Of a Range: the number shown instead of its ends (recoding/class_statistic.h).
  std::string statistic = {};

  bool operator==(const GeneralizedValue&) const = default;
};

struct RecodedAttribute {
  AttributeId column = 0;
  std::vector<GeneralizedValue> values;       // distinct
  std::vector<std::uint32_t> value_of_class;  // [ClassId] index into values
};

struct Recoding {
  std::vector<ClassId> class_of;  // [RowId], kSuppressed for suppressed records
  std::vector<std::uint32_t> class_sizes;
  std::vector<RecodedAttribute> attributes;

  [[nodiscard]] std::size_t classes() const { return class_sizes.size(); }
  [[nodiscard]] std::size_t suppressed() const {
    std::size_t kept = 0;
    for (const auto size : class_sizes) kept += size;
    return class_of.size() - kept;
  }
};

}  // namespace privet
