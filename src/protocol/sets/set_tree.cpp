// SPDX-License-Identifier: Apache-2.0
#include "protocol/sets/set_tree.h"

#include <algorithm>

#include "base/error.h"

namespace privet::protocol {

// The places left for inner nodes of one side.
struct SetTree::Growth {
  const std::vector<PartyId>& parties;
  std::size_t next;
};

SetTree::SetTree(const std::vector<PartyId>& parties) {
  PRIVET_CHECK(parties.size() >= 4);
  std::vector<PartyId> even;
  std::vector<PartyId> odd;
  for (std::size_t i = 0; i < parties.size(); ++i) (i % 2 == 0 ? even : odd).push_back(parties[i]);
  nodes_.push_back({.player = parties[0], .leaves = parties});
  Growth on_the_left{parties, 1};
  Growth on_the_right{parties, 2};
  const auto left = grow(even, on_the_left, 0);
  const auto right = grow(odd, on_the_right, 0);
  join(0, left, right);
}

std::size_t SetTree::sibling(std::size_t node) const {
  PRIVET_CHECK(node != 0 && node < nodes_.size());
  const auto& above = nodes_[nodes_[node].parent];
  return above.left == node ? above.right : above.left;
}

std::size_t SetTree::grow(std::span<const PartyId> leaves, Growth& growth, std::size_t parent) {
  const auto at = nodes_.size();
  const std::vector<PartyId> all(leaves.begin(), leaves.end());
  if (leaves.size() == 1) {
    nodes_.push_back({.player = leaves[0], .parent = parent, .leaves = all});
    return at;
  }
  nodes_.push_back({.player = growth.parties.at(growth.next), .parent = parent, .leaves = all});
  growth.next += 2;
  const auto half = (leaves.size() + 1) / 2;
  const auto left = grow(leaves.first(half), growth, at);
  const auto right = grow(leaves.subspan(half), growth, at);
  join(at, left, right);
  return at;
}

void SetTree::join(std::size_t node, std::size_t left, std::size_t right) {
  nodes_[node].left = left;
  nodes_[node].right = right;
  nodes_[node].height = 1 + std::max(nodes_[left].height, nodes_[right].height);
}

}  // namespace privet::protocol
