// SPDX-License-Identifier: Apache-2.0
// The guard's look at generalization boundaries: does a released cell show its value no coarser
// than the owner allows? By labels alone, whatever the search meant by them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "anonymize/problem.h"
#include "hierarchy/bind.h"

namespace privet::detail {

// Texts of one released column, each with the groups of the hierarchy that it may name.
class BoundaryReader {
 public:
  // Must be outlived by the hierarchy.
  BoundaryReader(const Column& column, const Hierarchy& hierarchy);

  // Understands the next text; they are numbered from 0.
  void add(std::string_view text);
  // Whether text number `text` shows this value within its boundary.
  [[nodiscard]] bool allows(std::uint32_t text, ValueId value) const;

 private:
  static constexpr NodeId kNoNode = NodeId{~0U};

  const Hierarchy* hierarchy_;
  std::vector<NodeId> leaf_of_value_;
  // A label may repeat on the way up: all nodes of this name from low to high.
  std::vector<std::vector<NodeId>> nodes_of_text_;
  std::vector<NodeId> quoted_leaf_of_text_;  // of a text in quotes, which is always a value
};

// [RowId] 1 for records that may not be members of a class that shows "*" everywhere, because that
// lies beyond the boundary of one of their values: if they show it, they were suppressed.
[[nodiscard]] std::vector<std::uint8_t> barred_from_root(const Problem& problem);

}  // namespace privet::detail
