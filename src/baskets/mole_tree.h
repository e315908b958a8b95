// SPDX-License-Identifier: Apache-2.0
// The minimal moles as a prefix tree that answers "how many contain this item" while items are
// suppressed one after another.
// Idea: items in descending number of moles, so that beginnings are shared; each node counts the
// moles that pass it, and nodes of the same item are linked. Suppressing an item removes the
// subtrees at its nodes and takes their moles off the nodes above.
// Reference: the thesis, section 4.3.2, Definition 11 and Figure 15.
// Cost: each mole enters and leaves once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "baskets/moles.h"

namespace privet::baskets {

class MoleTree {
 public:
  struct Node {
    ItemId item = kNoItem;
    std::uint32_t moles = 0;  // that pass this node; 0: removed
    std::uint32_t parent = 0;
    std::uint32_t first_child = 0;
    std::uint32_t next_sibling = 0;
    std::uint32_t next_same = 0;  // the next node of the same item
  };

  // The moles of two or more items. `loss` (one for each item) decides which of two items with as
  // many moles comes first: the cheaper.
  MoleTree(const MoleList& moles, std::span<const std::uint64_t> loss);

  // Moles still there, and those that contain the item: MM(v).
  [[nodiscard]] std::size_t moles() const { return left_; }
  [[nodiscard]] std::uint64_t moles_with(ItemId item) const { return with_[item]; }
  void suppress(ItemId item);

  // The nodes in the order they were made; 0 is the root. For tests and explanations.
  [[nodiscard]] std::span<const Node> nodes() const { return nodes_; }

 private:
  void remove_subtree(std::uint32_t top);

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> heads_;  // the first node of each item, or 0
  std::vector<std::uint64_t> with_;
  std::size_t left_ = 0;
  std::vector<std::uint32_t> stack_;
};

}  // namespace privet::baskets
