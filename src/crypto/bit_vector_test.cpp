// SPDX-License-Identifier: Apache-2.0
#include "crypto/bit_vector.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>

namespace privet::crypto {
namespace {

TEST(BitVector, FindsEveryBitInWordsAndBlocks) {
  for (const std::size_t size : {0U, 1U, 63U, 64U, 127U, 128U, 129U, 300U}) {
    std::vector<std::uint8_t> plain(size);
    for (std::size_t i = 0; i < size; ++i) plain[i] = i % 3 == 0 || i % 7 == 2 ? 1 : 0;
    const auto bits = BitVector::of_numbers(plain);
    ASSERT_EQ(bits.size(), size);
    ASSERT_EQ(bits.blocks().size(), blocks_for(size));
    const BitView words(words_of(bits.blocks()));
    for (std::size_t i = 0; i < size; ++i) {
      ASSERT_EQ(bits[i], plain[i]) << i;
      ASSERT_EQ(words[i], plain[i]) << i;
      const Block block = bits.blocks()[i / 128];
      ASSERT_EQ(((i % 128 < 64 ? block.low : block.high) >> (i % 64)) & 1U, plain[i]) << i;
      ASSERT_EQ(BitView(block)[i % 128], plain[i]) << i;
    }
  }
}

TEST(BitVector, IsZeroUntilABitIsPut) {
  BitVector bits(200);
  for (std::size_t i = 0; i < 200; ++i) EXPECT_EQ(bits[i], 0U);
  bits.put(130, 1);
  bits.put(131, 0);
  EXPECT_EQ(bits[130], 1U);
  EXPECT_EQ(bits[131], 0U);
  EXPECT_EQ(bits.blocks()[1].low, 4U);
  auto copy = bits;
  copy.put(0, 1);
  EXPECT_EQ(bits[0], 0U);
}

// As they go over a line: the first bit is the lowest of the first byte, and no byte too many.
TEST(BitVector, ItsBytesAreThoseOfTheWire) {
  BitVector bits(17);
  bits.put(0, 1);
  bits.put(9, 1);
  bits.put(16, 1);
  const auto bytes = bits.bytes();
  ASSERT_EQ(bytes.size(), 3U);
  EXPECT_EQ(bytes[0], std::byte{1});
  EXPECT_EQ(bytes[1], std::byte{2});
  EXPECT_EQ(bytes[2], std::byte{1});
}

TEST(BitVector, TakesWholeBlocks) {
  const auto bits = BitVector::of_blocks(std::array{Block{1, 0}, Block{0, 2}});
  EXPECT_EQ(bits.size(), 256U);
  EXPECT_EQ(bits[0], 1U);
  EXPECT_EQ(bits[193], 1U);
  EXPECT_EQ(bits[192], 0U);
}

}  // namespace
}  // namespace privet::crypto
