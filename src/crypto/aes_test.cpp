// SPDX-License-Identifier: Apache-2.0
#include "crypto/aes.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "base/sampling.h"
#include "crypto/hash.h"
#include "crypto/randomness.h"
#include "tests/support/chi_square.h"

namespace privet::crypto {
namespace {

Block block_of(std::string_view hex) {
  std::array<unsigned char, 16> bytes{};
  for (std::size_t i = 0; i < 16; ++i) {
    bytes.at(i) =
        static_cast<unsigned char>(std::stoi(std::string(hex.substr(2 * i, 2)), nullptr, 16));
  }
  Block block;
  std::memcpy(&block, bytes.data(), 16);
  return block;
}

bool same(Block a, Block b) {
  return a.low == b.low && a.high == b.high;
}

class AesTest : public testing::TestWithParam<AesKernel> {
 protected:
  void SetUp() override {
    if (!runs_here(GetParam())) GTEST_SKIP() << "this machine lacks the instructions";
  }
};
INSTANTIATE_TEST_SUITE_P(Kernels, AesTest,
                         testing::Values(AesKernel::Portable, AesKernel::AesNi, AesKernel::Vaes));

// FIPS 197, appendices B and C.1.
TEST_P(AesTest, KnownAnswers) {
  const Aes first(block_of("2b7e151628aed2a6abf7158809cf4f3c"), GetParam());
  const Aes second(block_of("000102030405060708090a0b0c0d0e0f"), GetParam());
  for (const std::size_t count : {1U, 2U, 3U, 4U, 5U, 8U, 15U, 16U, 33U}) {
    std::vector<Block> blocks(count, block_of("3243f6a8885a308d313198a2e0370734"));
    first.encrypt(blocks);
    for (const auto& block : blocks) {
      EXPECT_TRUE(same(block, block_of("3925841d02dc09fbdc118597196a0b32"))) << count;
    }
    blocks.assign(count, block_of("00112233445566778899aabbccddeeff"));
    second.encrypt(blocks);
    for (const auto& block : blocks) {
      EXPECT_TRUE(same(block, block_of("69c4e0d86a7b0430d8cdb78070b4c55a"))) << count;
    }
  }
}

TEST_P(AesTest, AgreesWithThePortableKernel) {
  Sampler sampler(11);
  for (int round = 0; round < 50; ++round) {
    const Block key{sampler(), sampler()};
    std::vector<Block> mine(37);
    for (auto& block : mine) block = {sampler(), sampler()};
    auto theirs = mine;
    Aes(key, GetParam()).encrypt(mine);
    Aes(key, AesKernel::Portable).encrypt(theirs);
    for (std::size_t i = 0; i < mine.size(); ++i) EXPECT_TRUE(same(mine[i], theirs[i]));
  }
}

TEST_P(AesTest, HashesFollowTheirFormulas) {
  const Block seed{5, 6};
  // The key of an epoch is the encryption of its number under the seed.
  Block key{1, 0};
  Aes(seed, GetParam()).encrypt(std::span(&key, 1));
  const Aes pi(key, GetParam());
  const auto apply = [&](Block x) {
    pi.encrypt(std::span(&x, 1));
    return x;
  };
  const Block x{123, 456};

  Block mine = x;
  BlockHash(seed, GetParam()).hash(std::span(&mine, 1), kHashesPerKey + 3);
  EXPECT_TRUE(same(mine, apply(x) ^ x));

  std::vector<Block> two{x, x};
  const std::uint64_t tweak = kHashesPerKey + 8;
  TweakedHash(seed, GetParam()).hash(two, tweak, 0);
  EXPECT_TRUE(same(two[0], apply(apply(x) ^ Block{tweak, 0}) ^ apply(x)));
  EXPECT_TRUE(same(two[1], apply(apply(x) ^ Block{tweak + 1, 0}) ^ apply(x)));
  std::vector<Block> shared{x, x};
  TweakedHash(seed, GetParam()).hash(shared, tweak, 1);
  EXPECT_TRUE(same(shared[0], two[0]) && same(shared[1], two[0]));
}

TEST_P(AesTest, TweakedHashOfAnySizeFollowsItsFormula) {
  const Aes pi(Block{9, 1}, GetParam());
  const auto apply = [&](Block x) {
    pi.encrypt(std::span(&x, 1));
    return x;
  };
  for (const std::size_t count : {1U, 15U, 16U, 17U, 100U, 512U}) {
    for (const unsigned shared : {0U, 1U, 2U}) {
      std::vector<Block> blocks(count);
      for (std::size_t j = 0; j < count; ++j) blocks[j] = {j * 77, ~j};
      const auto before = blocks;
      pi.hash_tweaked(blocks, 1000, shared);
      for (std::size_t j = 0; j < count; ++j) {
        const auto inner = apply(before[j]);
        ASSERT_TRUE(same(blocks[j], apply(inner ^ Block{1000 + (j >> shared), 0}) ^ inner))
            << count << " " << j;
      }
    }
  }
}

TEST_P(AesTest, HashDoesNotDependOnThePieces) {
  std::vector<Block> whole(40'000);
  for (std::size_t i = 0; i < whole.size(); ++i) whole[i] = {i, 7};
  auto pieces = whole;
  BlockHash(Block{1, 2}, GetParam()).hash(whole, 100);
  BlockHash hash(Block{1, 2}, GetParam());
  for (std::size_t at = 0; at < pieces.size(); at += 777) {
    const auto count = std::min<std::size_t>(777, pieces.size() - at);
    hash.hash(std::span(pieces).subspan(at, count), 100 + at);
  }
  for (std::size_t i = 0; i < whole.size(); ++i) EXPECT_TRUE(same(whole[i], pieces[i]));
}

TEST_P(AesTest, PrgBytesDoNotDependOnTheSizesAskedFor) {
  std::vector<std::byte> whole(5000);
  Prg(Block{9, 9}, GetParam()).fill(whole);
  std::vector<std::byte> pieces(5000);
  Prg prg(Block{9, 9}, GetParam());
  Sampler sampler(3);
  for (std::size_t at = 0; at < pieces.size();) {
    const auto count = std::min<std::size_t>(sampler.below(700), pieces.size() - at);
    prg.fill(std::span(pieces).subspan(at, count));
    at += count;
  }
  EXPECT_TRUE(whole == pieces);
  std::vector<Block> blocks(300);
  Prg straight(Block{9, 9}, GetParam());
  straight.fill_blocks(std::span(blocks).first(3));
  straight.fill(std::as_writable_bytes(std::span(blocks).subspan(3, 4)));
  straight.fill_blocks(std::span(blocks).subspan(7));
  EXPECT_EQ(std::memcmp(blocks.data(), whole.data(), 4800), 0);
}

TEST(Randomness, IsUniformAndBelowItsBound) {
  auto randomness = Randomness::repeatable(4);
  std::vector<std::size_t> bytes(256);
  std::vector<std::byte> sample(256'000);
  randomness.fill(sample);
  for (const auto byte : sample) ++bytes.at(std::to_integer<std::size_t>(byte));
  EXPECT_TRUE(testing_support::looks_uniform(bytes));
  std::vector<std::size_t> sevens(7);
  for (int i = 0; i < 70'000; ++i) ++sevens.at(randomness.below(7));
  EXPECT_TRUE(testing_support::looks_uniform(sevens));
  EXPECT_NE(Randomness().u64(), Randomness().u64());
}

}  // namespace
}  // namespace privet::crypto
