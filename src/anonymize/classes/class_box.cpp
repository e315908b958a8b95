// SPDX-License-Identifier: Apache-2.0
#include "anonymize/classes/class_box.h"

#include <algorithm>
#include <limits>

namespace privet {

ClassBox::ClassBox(const Problem& problem, std::span<const AttributeOrder> orders) {
  for (std::size_t a = 0; a < orders.size(); ++a) {
    const Column& column = problem.table.column(problem.quasi[a].column);
    Side& side = sides_.emplace_back();
    side.order = &orders[a];
    side.ranged = orders[a].hierarchy() == nullptr && column.type() == ColumnType::Numeric;
    side.present = static_cast<std::uint32_t>(column.dictionary.missing_count());
    side.marked.resize(orders[a].size());
  }
  clear();
}

void ClassBox::clear() {
  constexpr Extent kNothing{std::numeric_limits<std::uint32_t>::max(), 0};
  for (Side& side : sides_) {
    for (const std::uint32_t position : side.touched) side.marked[position] = 0;
    side.touched.clear();
    side.all = kNothing;
    side.known = kNothing;
  }
}

void ClassBox::add(std::size_t attribute, std::uint32_t position) {
  Side& side = sides_[attribute];
  if (side.marked[position] != 0) return;
  side.marked[position] = 1;
  side.touched.push_back(position);
  const auto widen = [&](Extent& extent) {
    extent.low = std::min(extent.low, position);
    extent.high = std::max(extent.high, position);
  };
  widen(side.all);
  if (position >= side.present) widen(side.known);
}

bool ClassBox::covers(std::size_t attribute, std::uint32_t position) const {
  const Side& side = sides_[attribute];
  if (side.marked[position] != 0) return true;
  if (side.ranged) return side.known.low <= position && position <= side.known.high;
  const BoundHierarchy* tree = side.order->hierarchy();
  if (tree == nullptr || side.touched.size() < 2) return false;
  const auto [first, last] = tree->hierarchy.interval(side.order->covering_node(side.all));
  const NodeId leaf = tree->leaf(side.order->value(position));
  return first <= leaf && leaf <= last;
}

}  // namespace privet
