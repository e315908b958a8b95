// SPDX-License-Identifier: Apache-2.0
#include "protocol/ot/punctured.h"

#include <algorithm>
#include <cstddef>

#include "base/error.h"
#include "crypto/hash.h"
#include "crypto/secret_vector.h"

namespace privet::protocol {
namespace {

using crypto::Aes;
using crypto::Block;

using Sides = std::array<Aes, 2>;
using Nodes = crypto::SecretVector<Block>;

Nodes children_of(const Sides& sides, std::span<const Block> nodes) {
  Nodes out(2 * nodes.size());
  Nodes image(nodes.size());
  for (std::size_t side = 0; side < 2; ++side) {
    image.assign(nodes.begin(), nodes.end());
    sides.at(side).encrypt(image);
    for (std::size_t i = 0; i < nodes.size(); ++i) out[2 * i + side] = image[i] ^ nodes[i];
  }
  return out;
}

constexpr std::size_t kNodesAtOnce = 64;

// Puts the children of the first `count` nodes in their place, from the last to the first, so that
// none is overwritten before it is used. Returns the sums of the left and of the right children.
BlockPair grow_level(const Sides& sides, std::span<Block> nodes, std::size_t count) {
  BlockPair sums{Block{}, Block{}};
  std::array<std::array<Block, kNodesAtOnce>, 2> children;
  for (auto end = count; end > 0;) {
    const auto size = std::min(end, kNodesAtOnce);
    const auto parents = nodes.subspan(end - size, size);
    for (std::size_t side = 0; side < 2; ++side) {
      const auto images = std::span(children[side]).first(size);
      std::ranges::copy(parents, images.begin());
      sides[side].encrypt(images);
      for (std::size_t i = 0; i < size; ++i) {
        images[i] ^= parents[i];
        sums[side] ^= images[i];
      }
    }
    end -= size;
    for (std::size_t i = 0; i < size; ++i) {
      nodes[2 * (end + i)] = children[0][i];
      nodes[2 * (end + i) + 1] = children[1][i];
    }
  }
  crypto::wipe(std::as_writable_bytes(std::span(children)));
  return sums;
}

}  // namespace

SeedTrees::SeedTrees(Block public_seed)
    : schedule_(public_seed), sides_{Aes(public_seed), Aes(public_seed)} {
  use_epoch(0);
}

void SeedTrees::use_epoch(std::uint64_t epoch) {
  BlockPair keys{Block{epoch, 1}, Block{epoch, 2}};
  schedule_.encrypt(keys);
  for (std::size_t side = 0; side < 2; ++side) sides_.at(side).rekey(keys.at(side));
  epoch_ = epoch;
  nodes_ = 0;
}

void SeedTrees::begin_tree(std::size_t leaves) {
  if (nodes_ >= crypto::kHashesPerKey) use_epoch(epoch_ + 1);
  nodes_ += 2 * leaves;
}

void SeedTrees::grow(Block root, std::span<BlockPair> sums, std::span<Block> leaves) {
  PRIVET_CHECK(leaves.size() == std::size_t{1} << sums.size());
  begin_tree(leaves.size());
  leaves[0] = root;
  for (std::size_t level = 0; level < sums.size(); ++level) {
    const auto both = grow_level(sides_, leaves, std::size_t{1} << level);
    sums[level][0] ^= both[0];
    sums[level][1] ^= both[1];
  }
}

void SeedTrees::fill(std::span<const Block> keys, std::uint32_t hidden,
                     std::span<const BlockPair> sums, std::span<Block> leaves) {
  PRIVET_CHECK(leaves.size() == std::size_t{1} << keys.size());
  begin_tree(leaves.size());
  // The unknown node on the path is held as zero, so its children come out as these two.
  BlockPair of_zero{Block{}, Block{}};
  for (std::size_t side = 0; side < 2; ++side) {
    sides_[side].encrypt(std::span(&of_zero[side], 1));
  }
  leaves[0] = Block{};
  for (std::size_t level = 0; level < keys.size(); ++level) {
    const auto count = std::size_t{1} << level;
    const auto path = hidden >> (keys.size() - level);
    const std::uint64_t right = (hidden >> (keys.size() - 1 - level)) & 1U;
    const auto known = grow_level(sides_, leaves, count);
    // The child beside the path, from the sum over its side.
    const auto beside = [&](std::size_t side) {
      return keys[level] ^ sums[level][side] ^ known[side];
    };
    // What has to be added to the two children of zero: the left becomes zero if the path goes
    // left, else the known child; the right the other way round.
    const Block left_change = of_zero[0] ^ when(right, of_zero[0] ^ beside(0));
    const Block right_change = beside(1) ^ when(right, of_zero[1] ^ beside(1));
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto here = is_same(i, path);
      leaves[2 * i] ^= when(here, left_change);
      leaves[2 * i + 1] ^= when(here, right_change);
    }
  }
}

SeedTree SeedTrees::grow(crypto::Randomness& randomness, std::span<const BlockPair> keys) {
  begin_tree(std::size_t{1} << keys.size());
  SeedTree tree{Nodes(1), {}};
  randomness.fill_values(std::span(tree.leaves));
  tree.sums.reserve(keys.size());
  for (const auto& pair : keys) {
    tree.leaves = children_of(sides_, tree.leaves);
    BlockPair sums = pair;
    for (std::size_t i = 0; i < tree.leaves.size(); ++i) sums.at(i % 2) ^= tree.leaves[i];
    tree.sums.push_back(sums);
  }
  return tree;
}

crypto::SecretVector<Block> SeedTrees::fill(std::span<const Block> keys, std::uint32_t hidden,
                                            std::span<const BlockPair> sums) {
  begin_tree(std::size_t{1} << keys.size());
  // Nodes are kept at place index XOR hidden path, so that the unknown one is always at place 0:
  // a node's children change places when the path goes right.
  Nodes nodes(1, Block{});
  for (std::size_t level = 0; level < keys.size(); ++level) {
    const std::uint64_t right = (hidden >> (keys.size() - 1 - level)) & 1U;
    nodes = children_of(sides_, nodes);
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
