// SPDX-License-Identifier: Apache-2.0
#include "protocol/ot/punctured.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/sampling.h"
#include "crypto/hash.h"

namespace privet::protocol {
namespace {

using crypto::Block;
using crypto::Randomness;

bool same(Block a, Block b) {
  return a.low == b.low && a.high == b.high;
}

std::vector<BlockPair> random_keys(unsigned levels, Sampler& sampler) {
  std::vector<BlockPair> keys(levels);
  for (auto& pair : keys) pair = {Block{sampler(), sampler()}, Block{sampler(), sampler()}};
  return keys;
}

std::vector<Block> keys_beside(std::span<const BlockPair> keys, std::uint32_t hidden) {
  std::vector<Block> taken(keys.size());
  for (std::size_t l = 0; l < keys.size(); ++l) {
    taken[l] = keys[l].at(1U ^ ((hidden >> (keys.size() - 1 - l)) & 1U));
  }
  return taken;
}

TEST(PuncturedTree, AllLeavesButTheHiddenOneAreKnown) {
  Sampler sampler(1);
  for (const unsigned levels : {1U, 2U, 7U, 9U}) {
    const auto keys = random_keys(levels, sampler);
    std::vector<Block> leaves(std::size_t{1} << levels);
    auto sums = keys;
    SeedTrees(Block{3, 4}).grow(Block{sampler(), sampler()}, sums, leaves);
    for (std::uint32_t hidden = 0; hidden < leaves.size(); hidden += levels) {
      std::vector<Block> filled(leaves.size());
      SeedTrees(Block{3, 4}).fill(keys_beside(keys, hidden), hidden, sums, filled);
      for (std::uint32_t i = 0; i < leaves.size(); ++i) {
        ASSERT_TRUE(same(filled[i], i == hidden ? Block{} : leaves[i])) << levels << " " << i;
      }
    }
  }
}

// The same with trees of their own memory, where the hidden leaf is at place 0.
TEST(PuncturedTree, BothFormsGoOnTogetherWhenTheKeysChange) {
  Sampler sampler(2);
  constexpr unsigned kLevels = 5;
  constexpr auto kTrees = crypto::kHashesPerKey / (2U << kLevels) + 3;
  auto randomness = Randomness::repeatable(1);
  SeedTrees owner(Block{5, 6});
  SeedTrees other(Block{5, 6});
  for (std::uint64_t tree = 0; tree < kTrees; ++tree) {
    const auto keys = random_keys(kLevels, sampler);
    const auto grown = owner.grow(randomness, keys);
    const auto hidden = static_cast<std::uint32_t>(tree % 32);
    const auto filled = other.fill(keys_beside(keys, hidden), hidden, grown.sums);
    for (std::uint32_t i = 0; i < 32; ++i) {
      ASSERT_TRUE(same(filled[i ^ hidden], i == hidden ? Block{} : grown.leaves[i])) << tree;
    }
  }
}

std::vector<Block> leaves_under(SeedTrees& trees, Block root) {
  std::vector<BlockPair> sums(4, BlockPair{Block{}, Block{}});
  std::vector<Block> leaves(16);
  trees.grow(root, sums, leaves);
  return leaves;
}

// The same root gives other leaves in another session, and later in the same one.
TEST(PuncturedTree, IsKeyedByTheSessionAndForAWhile) {
  constexpr Block kRoot{7, 8};
  SeedTrees one(Block{1, 1});
  SeedTrees two(Block{1, 2});
  const auto first = leaves_under(one, kRoot);
  const auto second = leaves_under(two, kRoot);
  auto same_key = leaves_under(one, kRoot);
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_FALSE(same(first[i], second[i]));
    EXPECT_TRUE(same(first[i], same_key[i]));
  }
  for (std::uint64_t nodes = 0; nodes < crypto::kHashesPerKey; nodes += 32) {
    same_key = leaves_under(one, kRoot);
  }
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_FALSE(same(first[i], same_key[i]));
}

}  // namespace
}  // namespace privet::protocol
