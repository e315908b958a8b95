// SPDX-License-Identifier: Apache-2.0
// Trees of seeds of which the other party knows all leaves but one.
// Idea: the owner grows a binary tree from a random root; for each level it offers the sum of the
// left and the sum of the right children by oblivious transfer; the other party takes the side that
// its hidden leaf is not under, and so fills in everything but the path to that leaf.
// Reference: Goldreich, Goldwasser, Micali (1986) for the tree; Roy, "SoftSpokenOT" (CRYPTO 2022),
// section 5, for this use.
// Cost: 32 bytes per level.
// Security: a node's children are two public permutations of it plus itself; their keys come from a
// seed that the two parties agree on in the session, and change after kHashesPerKey nodes, so that
// work done on one session's trees says nothing about another's (crypto/hash.h counts the same).
// The other party handles its hidden index by selection, not by address. Nodes and leaves are
// wiped.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "crypto/aes.h"
#include "crypto/block.h"
#include "crypto/randomness.h"
#include "crypto/secret_vector.h"
#include "protocol/ot/base_ot.h"

namespace privet::protocol {

// The owner's side: a fresh tree of 2^keys.size() leaves, and for each level the two masked sums.
struct SeedTree {
  crypto::SecretVector<crypto::Block> leaves;
  std::vector<BlockPair> sums;
};

// Grows and fills trees, one after the other and the same ones at both parties, under keys that
// follow from a public seed of this session.
class SeedTrees {
 public:
  explicit SeedTrees(crypto::Block public_seed);

  [[nodiscard]] SeedTree grow(crypto::Randomness& randomness, std::span<const BlockPair> keys);
  // The other side, with keys[l] taken for the opposite of bit l of the hidden index (the highest
  // bit first). Leaf x ends up at place x XOR hidden, so place 0 is the unknown one and holds zero.
  [[nodiscard]] crypto::SecretVector<crypto::Block> fill(std::span<const crypto::Block> keys,
                                                         std::uint32_t hidden,
                                                         std::span<const BlockPair> sums);

  // The same for large trees and without memory of their own: leaves in their natural order, filled
  // from a given root. grow: `sums` holds the keys and gets the masked sums. fill: the hidden leaf
  // is zero.
  void grow(crypto::Block root, std::span<BlockPair> sums, std::span<crypto::Block> leaves);
  void fill(std::span<const crypto::Block> keys, std::uint32_t hidden,
            std::span<const BlockPair> sums, std::span<crypto::Block> leaves);

 private:
  // Changes the keys if the trees so far had enough nodes.
  void begin_tree(std::size_t leaves);
  void use_epoch(std::uint64_t epoch);

  crypto::Aes schedule_;              // epoch -> keys
  std::array<crypto::Aes, 2> sides_;  // the permutations for left and right children
  std::uint64_t epoch_ = 0;
  std::uint64_t nodes_ = 0;  // under these keys
};

// 1 if the two are the same, else 0; without a branch.
[[nodiscard]] constexpr std::uint64_t is_same(std::uint32_t a, std::uint32_t b) noexcept {
  return (std::uint64_t{a ^ b} - 1) >> 63U;
}

}  // namespace privet::protocol
