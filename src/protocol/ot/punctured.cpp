// SPDX-License-Identifier: Apache-2.0
#include "protocol/ot/punctured.h"

#include <array>
#include <cstddef>

#include "crypto/aes.h"

namespace privet::protocol {
namespace {

using crypto::Aes;
using crypto::Block;

// Two public permutations make the two children of a node: child = pi(node) + node.
std::vector<Block> children_of(std::span<const Block> nodes) {
  static const std::array<Aes, 2> sides{Aes(Block{0x6c656674, 1}), Aes(Block{0x7269676874, 2})};
  std::vector<Block> out(2 * nodes.size());
  std::vector<Block> image(nodes.size());
  for (std::size_t side = 0; side < 2; ++side) {
    image.assign(nodes.begin(), nodes.end());
    sides.at(side).encrypt(image);
    for (std::size_t i = 0; i < nodes.size(); ++i) out[2 * i + side] = image[i] ^ nodes[i];
  }
  return out;
}

}  // namespace

SeedTree grow_tree(crypto::Randomness& randomness, std::span<const BlockPair> keys) {
  SeedTree tree{{randomness.block()}, {}};
  tree.sums.reserve(keys.size());
  for (const auto& pair : keys) {
    tree.leaves = children_of(tree.leaves);
    BlockPair sums = pair;
    for (std::size_t i = 0; i < tree.leaves.size(); ++i) sums.at(i % 2) ^= tree.leaves[i];
    tree.sums.push_back(sums);
  }
  return tree;
}

std::vector<Block> fill_tree(std::span<const Block> keys, std::uint32_t hidden,
                             std::span<const BlockPair> sums) {
  // Nodes are kept at place index XOR hidden path, so that the unknown one is always at place 0:
  // a node's children change places when the path goes right.
  std::vector<Block> nodes{Block{}};
  for (std::size_t level = 0; level < keys.size(); ++level) {
    const std::uint64_t right = (hidden >> (keys.size() - 1 - level)) & 1U;
    nodes = children_of(nodes);
    // The sum over the side the path does not take, of which one summand is missing.
    Block missing = keys[level] ^ sums[level][1] ^ when(right, sums[level][0] ^ sums[level][1]);
    for (std::size_t i = 0; i < nodes.size(); i += 2) {
      const Block change = when(right, nodes[i] ^ nodes[i + 1]);
      nodes[i] ^= change;
      nodes[i + 1] ^= change;
      if (i > 0) missing ^= nodes[i + 1];
    }
    nodes[0] = Block{};
    nodes[1] = missing;
  }
  return nodes;
}

}  // namespace privet::protocol
