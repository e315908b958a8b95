// SPDX-License-Identifier: Apache-2.0
#include "quality/information_loss.h"

#include <algorithm>

#include "base/error.h"
#include "quality/cell_cost.h"

namespace privet {
namespace {

double cell_loss(const GeneralizedValue& value, const CellCost& cost,
                 const std::vector<double>& shares) {
  using Kind = GeneralizedValue::Kind;
  switch (value.kind) {
    case Kind::Value:
      return 0.0;
    case Kind::Node:
      return shares[value.node];
    case Kind::Range:
      if (value.members.empty()) return cost.certainty_penalty(value);
      break;  // missing values mixed with numbers
    case Kind::Set:
    case Kind::Any:
      break;
  }
  return 1.0;
}

}  // namespace

std::vector<std::uint32_t> subtree_heights(const Hierarchy& hierarchy) {
  std::vector<std::uint32_t> heights(hierarchy.nodes());
  // Leaves come first and the root last, so children are known before their parent.
  for (auto node = static_cast<NodeId>(hierarchy.leaves()); node < hierarchy.nodes(); ++node) {
    const auto [first, last] = hierarchy.children(node);
    const bool padding = first == last && hierarchy.label(first) == hierarchy.label(node);
    const std::uint32_t below =
        *std::max_element(heights.begin() + first, heights.begin() + last + 1);
    heights[node] = padding ? below : below + 1;
  }
  return heights;
}

std::vector<double> height_shares(const Hierarchy& hierarchy) {
  const auto heights = subtree_heights(hierarchy);
  std::vector<double> shares(heights.size());
  if (heights.back() == 0) return shares;
  std::transform(heights.begin(), heights.end(), shares.begin(), [&](std::uint32_t height) {
    return static_cast<double>(height) / static_cast<double>(heights.back());
  });
  return shares;
}

double information_loss(const Recoding& recoding, const RecodingContext& context) {
  PRIVET_CHECK(context.hierarchies.size() == recoding.attributes.size());
  double sum = 0;
  for (std::size_t a = 0; a < recoding.attributes.size(); ++a) {
    const auto& attribute = recoding.attributes[a];
    const BoundHierarchy* hierarchy = context.hierarchies[a];
    const CellCost cost(context.table.column(attribute.column), hierarchy);
    const auto shares =
        hierarchy != nullptr ? height_shares(hierarchy->hierarchy) : std::vector<double>();
    std::vector<double> losses;
    losses.reserve(attribute.values.size());
    for (const auto& value : attribute.values) losses.push_back(cell_loss(value, cost, shares));
    for (std::size_t c = 0; c < recoding.classes(); ++c) {
      sum += recoding.class_sizes[c] * losses[attribute.value_of_class[c]];
    }
  }
  return sum + static_cast<double>(recoding.suppressed() * recoding.attributes.size());
}

}  // namespace privet
