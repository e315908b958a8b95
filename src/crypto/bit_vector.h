// SPDX-License-Identifier: Apache-2.0
// Packed bits, the first in the lowest bit: choices of oblivious transfers, a party's rows, flags
// on the wire. Idea: 128 bits to a block, or 64 to a word; in memory the two are the same, and so
// are the first bytes of it on the wire. Bit i is found without a branch. Loops that can work on
// whole words take blocks() or the words themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "crypto/block.h"
#include "crypto/secret_vector.h"

namespace privet::crypto {

[[nodiscard]] constexpr std::size_t blocks_for(std::size_t bits) {
  return (bits + 127) / 128;
}
[[nodiscard]] constexpr std::size_t words_for(std::size_t bits) {
  return (bits + 63) / 64;
}

// The halves of blocks, one after the other.
[[nodiscard]] inline std::span<const std::uint64_t> words_of(
    std::span<const Block> blocks) noexcept {
  static_assert(sizeof(Block) == 2 * sizeof(std::uint64_t));
  return {reinterpret_cast<const std::uint64_t*>(blocks.data()), 2 * blocks.size()};
}
[[nodiscard]] inline std::span<std::uint64_t> words_of(std::span<Block> blocks) noexcept {
  return {reinterpret_cast<std::uint64_t*>(blocks.data()), 2 * blocks.size()};
}

// Bits that somebody else holds.
class BitView {
 public:
  explicit BitView(std::span<const std::uint64_t> words) : words_(words.data()) {}
  explicit BitView(std::span<const Block> blocks) : BitView(words_of(blocks)) {}
  explicit BitView(const Block& block) : BitView(std::span(&block, 1)) {}
  // 0 or 1.
  [[nodiscard]] std::uint64_t operator[](std::size_t i) const noexcept {
    return (words_[i / 64] >> (i % 64)) & 1U;
  }

 private:
  const std::uint64_t* words_;
};

// Puts a bit, 0 or 1, where a 0 was.
inline void put_bit(std::span<std::uint64_t> words, std::size_t i, std::uint64_t bit) noexcept {
  words[i / 64] |= bit << (i % 64);
}
inline void put_bit(std::span<Block> blocks, std::size_t i, std::uint64_t bit) noexcept {
  put_bit(words_of(blocks), i, bit);
}

// Bits of its own; wiped when they go.
class BitVector {
 public:
  BitVector() = default;
  // So many zeros.
  explicit BitVector(std::size_t bits) : size_(bits), blocks_(blocks_for(bits), Block{0, 0}) {}
  // All bits of these blocks.
  [[nodiscard]] static BitVector of_blocks(std::span<const Block> blocks) {
    BitVector out(128 * blocks.size());
    out.blocks_.assign(blocks.begin(), blocks.end());
    return out;
  }
  // The lowest bit of each number.
  template <class Numbers>
  [[nodiscard]] static BitVector of_numbers(const Numbers& numbers) {
    BitVector out(numbers.size());
    for (std::size_t i = 0; i < out.size_; ++i) out.put(i, numbers[i] & 1U);
    return out;
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::uint64_t operator[](std::size_t i) const noexcept {
    return BitView(blocks())[i];
  }
  // Puts a bit, 0 or 1, where a 0 was.
  void put(std::size_t i, std::uint64_t bit) noexcept { put_bit(blocks(), i, bit); }

  [[nodiscard]] std::span<Block> blocks() noexcept { return blocks_; }
  [[nodiscard]] std::span<const Block> blocks() const noexcept { return blocks_; }
  // The bytes that hold them, as they go over a line: size() / 8 rounded up.
  [[nodiscard]] std::span<std::byte> bytes() noexcept {
    return std::as_writable_bytes(blocks()).first((size_ + 7) / 8);
  }

 private:
  std::size_t size_ = 0;
  std::vector<Block, Wiping<Block>> blocks_;
};

}  // namespace privet::crypto
