// SPDX-License-Identifier: Apache-2.0
#include "hierarchy/hierarchy.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/error.h"

namespace privet {

std::pair<NodeId, NodeId> Hierarchy::children(NodeId node) const {
  const std::size_t up = level(node);
  if (up == 0) return {node, node};
  const auto [first, last] = interval(node);
  return {ancestor(first, up - 1), ancestor(last, up - 1)};
}

std::size_t Hierarchy::meeting_level(NodeId first, NodeId last) const {
  if (first == last) return 0;
  const auto power = static_cast<std::size_t>(std::bit_width(last - first)) - 1;
  const auto& row = tree_->gaps[power];
  return std::max(row[first], row[last - (NodeId{1} << power)]);
}

NodeId Hierarchy::lowest_common_ancestor(NodeId a, NodeId b) const {
  const NodeId first = std::min(interval(a).first, interval(b).first);
  const NodeId last = std::max(interval(a).second, interval(b).second);
  return ancestor(first, std::max({meeting_level(first, last), level(a), level(b)}));
}

std::optional<NodeId> Hierarchy::find_leaf(std::string_view text) const {
  // A leaf's label is the lowest of its name, so the index of all nodes finds it.
  const auto node = find(text);
  return node && *node < leaves() ? node : std::nullopt;
}

std::optional<NodeId> Hierarchy::find(std::string_view label) const {
  const auto position = tree_->index.find(label, tree_->labels);
  if (!position) return std::nullopt;
  return NodeId(*position);
}

Hierarchy Hierarchy::with_boundary(std::span<const std::string> labels) const {
  std::vector<NodeId> marks;
  for (const auto& name : labels) {
    const auto found = find(name);
    if (!found) {
      throw Error(ErrorCode::Input, fmt::format("boundary {} is not in the hierarchy; name one of "
                                                "its labels",
                                                quote_for_message(name)));
    }
    NodeId mark = *found;
    for (NodeId node = mark; node != root();) {
      node = parent(node);
      if (label(node) == name) mark = node;
    }
    marks.push_back(mark);
  }
  // Higher nodes have greater ids, so lower marks overwrite the higher ones above them.
  std::sort(marks.rbegin(), marks.rend());
  std::vector<NodeId> limits(leaves(), root());
  for (const NodeId mark : marks) {
    const auto [first, last] = interval(mark);
    std::fill(limits.begin() + first, limits.begin() + last + 1, mark);
  }
  for (const NodeId mark : marks) {
    const auto [first, last] = interval(mark);
    const auto begin = limits.begin() + first;
    if (std::find(begin, limits.begin() + last + 1, mark) != limits.begin() + last + 1) continue;
    throw Error(ErrorCode::Input,
                fmt::format("boundary {} contradicts boundary {} below it: every value under it "
                            "has a nearer mark; remove one of them",
                            quote_for_message(label(mark)), quote_for_message(label(*begin))));
  }
  Hierarchy marked = *this;
  marked.lower_bounds(limits);
  return marked;
}

Hierarchy Hierarchy::with_max_level(std::size_t level) const {
  if (level > height()) {
    throw Error(ErrorCode::Input,
                fmt::format("max_level {} is above the root; the hierarchy has levels 0 to {}",
                            level, height()));
  }
  Hierarchy limited = *this;
  limited.lower_bounds(level_map(level));
  return limited;
}

void Hierarchy::lower_bounds(std::span<const NodeId> limits) {
  std::vector<NodeId> bounds(limits.begin(), limits.end());
  for (NodeId leaf = 0; leaf < leaves(); ++leaf) {
    // Both lie above the same leaf, so the lower one has the smaller id.
    bounds[leaf] = std::min(bounds[leaf], boundary(leaf));
  }
  const bool free =
      std::all_of(bounds.begin(), bounds.end(), [&](NodeId bound) { return bound == root(); });
  boundary_ = free ? std::vector<NodeId>() : std::move(bounds);
}

}  // namespace privet
