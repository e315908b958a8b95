// SPDX-License-Identifier: Apache-2.0
#include "crypto/randomness.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "base/os_random.h"
#include "crypto/secret_vector.h"

namespace privet::crypto {
namespace {

Block system_block() {
  Block block;
  os_random(std::as_writable_bytes(std::span(&block, 1)));
  return block;
}

}  // namespace

Prg::~Prg() {
  wipe(std::as_writable_bytes(std::span(ahead_)));
}

Prg::Prg(Prg&& other) noexcept : aes_(other.aes_) {
  take_over(other);
}

Prg& Prg::operator=(Prg&& other) noexcept {
  if (this == &other) return *this;
  aes_ = other.aes_;
  take_over(other);
  return *this;
}

void Prg::take_over(Prg& other) noexcept {
  counter_ = other.counter_;
  ahead_ = other.ahead_;
  taken_ = other.taken_;
  moved_ = other.moved_;
  other.aes_.rekey(Block{0, 0});
  wipe(std::as_writable_bytes(std::span(other.ahead_)));
  other.moved_ = true;
}

void Prg::refill() {
  for (auto& block : ahead_) block = {counter_++, 0};
  aes_.encrypt(ahead_);
  taken_ = 0;
}

void Prg::fill(std::span<std::byte> out) {
  PRIVET_CHECK(!moved_);
  while (!out.empty()) {
    if (taken_ == sizeof(ahead_)) refill();
    const auto count = std::min(out.size(), sizeof(ahead_) - taken_);
    std::memcpy(out.data(), std::as_bytes(std::span(ahead_)).data() + taken_, count);
    taken_ += count;
    out = out.subspan(count);
  }
}

void Prg::fill_blocks(std::span<Block> out) {
  PRIVET_CHECK(!moved_);
  taken_ = (taken_ + sizeof(Block) - 1) / sizeof(Block) * sizeof(Block);
  while (!out.empty() && taken_ < sizeof(ahead_)) {
    out[0] = ahead_.at(taken_ / sizeof(Block));
    taken_ += sizeof(Block);
    out = out.subspan(1);
  }
  for (auto& block : out) block = {counter_++, 0};
  aes_.encrypt(out);
}

Randomness::Randomness() : prg_(system_block()) {}

Randomness Randomness::repeatable(std::uint64_t seed) {
  return Randomness(Block{seed, 0});
}

Block Randomness::block() {
  Block block;
  fill_values(std::span(&block, 1));
  return block;
}

std::uint64_t Randomness::u64() {
  std::uint64_t value = 0;
  fill_values(std::span(&value, 1));
  return value;
}

std::uint64_t Randomness::below(std::uint64_t bound) {
  PRIVET_CHECK(bound > 0);
  // Values under 2^64 mod bound are thrown away, so that every remainder is equally likely.
  const std::uint64_t unfair = (0 - bound) % bound;
  for (;;) {
    const auto value = u64();
    if (value >= unfair) return value % bound;
  }
}

}  // namespace privet::crypto
