// SPDX-License-Identifier: Apache-2.0
// A hierarchy bound to a column: which leaf each distinct value of the column is.
// Idea: done once per column, so that algorithms go from code to leaf to any level by two loads.
// Cost: one hash lookup a distinct value. Threads: immutable.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/table.h"
#include "hierarchy/hierarchy.h"

namespace privet {

struct BoundHierarchy {
  Hierarchy hierarchy;
  std::vector<NodeId> leaf_of_value;  // [ValueId]

  [[nodiscard]] NodeId leaf(ValueId value) const { return leaf_of_value[value]; }
  // For each value its ancestor on this level.
  [[nodiscard]] std::vector<NodeId> level_of_values(std::size_t level) const;
  // For each leaf the value of the column that it stands for; none for leaves the column lacks.
  [[nodiscard]] std::vector<std::optional<ValueId>> values_of_leaves() const;
};

// Throws Error{Input} at `source` (the hierarchy's file, or empty) if values of the column are not
// leaves, saying how many and which come first. Leaves the column does not have are fine.
[[nodiscard]] BoundHierarchy bind(const Hierarchy& hierarchy, const Column& column,
                                  const std::string& source);

}  // namespace privet
