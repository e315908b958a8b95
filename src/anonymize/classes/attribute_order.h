// SPDX-License-Identifier: Apache-2.0
// The order of an attribute's values, in which Mondrian cuts it: numbers by value, words by
// spelling, and the values of a hierarchy by its leaves, so that every subtree is a run of
// neighbouring positions. Threads: immutable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "anonymize/classes/extent.h"
#include "anonymize/problem.h"

namespace privet {

class AttributeOrder {
 public:
  AttributeOrder(const Column& column, const BoundHierarchy* hierarchy);

  [[nodiscard]] std::size_t size() const { return value_at_.size(); }
  [[nodiscard]] std::uint32_t position(ValueId value) const { return position_of_[value]; }
  [[nodiscard]] ValueId value(std::uint32_t position) const { return value_at_[position]; }
  [[nodiscard]] const BoundHierarchy* hierarchy() const { return hierarchy_; }

  // How wide an extent is: 0 for one value, 1 for the whole column; above 1 where missing values
  // are mixed with numbers, so that they are separated first.
  [[nodiscard]] double spread(Extent extent) const;
  // Where a cut may lie inside an extent: the first positions of the children of the lowest node
  // that covers it. Empty without a hierarchy: between any two positions.
  [[nodiscard]] std::span<const std::uint32_t> cut_starts(Extent extent) const;
  // The node that covers an extent of more than one value. Requires a hierarchy.
  [[nodiscard]] NodeId covering_node(Extent extent) const;

 private:
  void index_children();

  const BoundHierarchy* hierarchy_;
  std::vector<ValueId> value_at_;
  std::vector<std::uint32_t> position_of_;
  std::vector<double> coordinate_;  // [position]; empty with a hierarchy
  // For each inner node the first positions of its children, node after node.
  std::vector<std::uint32_t> starts_;
  std::vector<std::size_t> starts_end_;  // [node - leaves]
};

[[nodiscard]] std::vector<AttributeOrder> make_orders(const Problem& problem);

}  // namespace privet
