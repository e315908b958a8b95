// SPDX-License-Identifier: Apache-2.0
// Who meets whom in the tree protocol for the size of a set intersection.
// Reference: Vaidya (Purdue 2004), protocol 18.
// Idea: even places lie left of the root and odd ones right; inner nodes left of it are played by
// the parties at places 1, 3, 5, ... and those right of it by 2, 4, ..., in preorder. So no party
// is above its own leaf, save the first, at the root; and none meets a set under a key it was sent.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "protocol/ledger.h"

namespace privet::protocol {

class SetTree {
 public:
  static constexpr std::size_t kNone = ~std::size_t{0};
  struct Node {
    PartyId player;  // of a leaf: the party itself
    std::size_t parent = kNone;
    std::size_t left = kNone;  // none: a leaf
    std::size_t right = kNone;
    std::size_t height = 0;
    std::vector<PartyId> leaves = {};

    [[nodiscard]] bool leaf() const { return left == kNone; }
  };

  // At least four parties.
  explicit SetTree(const std::vector<PartyId>& parties);

  // The root is the first.
  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  // Requires a node other than the root.
  [[nodiscard]] std::size_t sibling(std::size_t node) const;

 private:
  struct Growth;
  std::size_t grow(std::span<const PartyId> leaves, Growth& growth, std::size_t parent);
  void join(std::size_t node, std::size_t left, std::size_t right);

  std::vector<Node> nodes_;
};

}  // namespace privet::protocol
