// SPDX-License-Identifier: Apache-2.0
#include "crypto/hash.h"

#include <algorithm>
#include <array>

#include "base/error.h"

namespace privet::crypto {
namespace {

Block key_of_epoch(const Aes& schedule, std::uint64_t epoch) {
  Block key{epoch, 0};
  schedule.encrypt(std::span(&key, 1));
  return key;
}

}  // namespace

BlockHash::BlockHash(Block public_seed, AesKernel kernel)
    : schedule_(public_seed, kernel), pi_(key_of_epoch(schedule_, 0), kernel), epoch_(0) {}

void BlockHash::use_epoch(std::uint64_t epoch) {
  if (epoch == epoch_) return;
  pi_.rekey(key_of_epoch(schedule_, epoch));
  epoch_ = epoch;
}

void BlockHash::hash(std::span<Block> blocks, std::uint64_t first) {
  std::array<Block, 256> inputs;
  while (!blocks.empty()) {
    use_epoch(first / kHashesPerKey);
    const auto count = std::min<std::uint64_t>(
        {blocks.size(), inputs.size(), kHashesPerKey - first % kHashesPerKey});
    const auto part = blocks.first(count);
    std::ranges::copy(part, inputs.begin());
    pi_.encrypt(part);
    for (std::size_t i = 0; i < count; ++i) part[i] ^= inputs[i];
    blocks = blocks.subspan(count);
    first += count;
  }
}

TweakedHash::TweakedHash(Block public_seed, AesKernel kernel)
    : schedule_(public_seed, kernel), pi_(key_of_epoch(schedule_, 0), kernel), epoch_(0) {}

void TweakedHash::use_epoch(std::uint64_t epoch) {
  if (epoch == epoch_) return;
  pi_.rekey(key_of_epoch(schedule_, epoch));
  epoch_ = epoch;
}

void TweakedHash::hash(std::span<Block> inputs, std::uint64_t first_tweak, unsigned shared_log2) {
  PRIVET_CHECK(inputs.size() <= kLargestCall && shared_log2 < 64);
  // A call keeps the key it began with: both sides make the same calls, and one call is short.
  use_epoch(first_tweak / kHashesPerKey);
  pi_.hash_tweaked(inputs, first_tweak, shared_log2);
}

}  // namespace privet::crypto
