// SPDX-License-Identifier: Apache-2.0
#include "protocol/psi/items.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>

#include "base/error.h"
#include "crypto/aes.h"
#include "crypto/digest.h"
#include "crypto/randomness.h"
#include "crypto/secret_vector.h"

namespace privet::protocol::psi {
namespace {

using crypto::Block;

constexpr std::size_t kShort = 15;
constexpr std::uint64_t kHashed = 0xff;  // in place of a length

Block block_of(std::string_view item) {
  Block out{0, 0};
  auto length = std::uint64_t{item.size()};
  if (item.size() <= kShort) {
    std::memcpy(&out, item.data(), item.size());
  } else {
    const std::array<std::span<const std::byte>, 1> parts{std::as_bytes(std::span(item))};
    out = crypto::derive_block(parts);
    length = kHashed;
  }
  out.high = (out.high & (~std::uint64_t{0} >> 8U)) | (length << 56U);
  return out;
}

// A table of open addresses, at a key that nobody can know beforehand: chosen items do not make
// it slow.
void refuse_twins(std::span<const Block> blocks) {
  if (blocks.empty()) return;
  constexpr std::uint32_t kFree = ~std::uint32_t{0};
  constexpr std::size_t kAtOnce = 64;
  crypto::SecretVector<std::uint32_t> table(std::bit_ceil(2 * blocks.size()), kFree);
  const crypto::Aes aes(crypto::Randomness().block());
  std::array<Block, kAtOnce> images;
  for (std::size_t at = 0; at < blocks.size(); at += kAtOnce) {
    const auto part = blocks.subspan(at, std::min(kAtOnce, blocks.size() - at));
    std::ranges::copy(part, images.begin());
    aes.encrypt(std::span(images).first(part.size()));
    for (std::size_t i = 0; i < part.size(); ++i) {
      images[i].low &= table.size() - 1;
      __builtin_prefetch(table.data() + images[i].low, 1);
    }
    for (std::size_t i = 0; i < part.size(); ++i) {
      auto slot = static_cast<std::size_t>(images[i].low);
      for (; table[slot] != kFree; slot = (slot + 1) & (table.size() - 1)) {
        const Block other = blocks[table[slot]];
        if (other.low != part[i].low || other.high != part[i].high) continue;
        throw Error(ErrorCode::Usage, "items " + std::to_string(table[slot] + 1) + " and " +
                                          std::to_string(at + i + 1) +
                                          " are the same: a set has every item once");
      }
      table[slot] = static_cast<std::uint32_t>(at + i);
    }
  }
  crypto::wipe(std::as_writable_bytes(std::span(images)));
}

}  // namespace

crypto::SecretVector<Block> blocks_of(Items items, std::size_t largest) {
  if (items.size() > largest) {
    throw Error(ErrorCode::Usage, "a set of " + std::to_string(items.size()) +
                                      " items is larger than the agreed " +
                                      std::to_string(largest));
  }
  crypto::SecretVector<Block> out(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) out[i] = block_of(items[i]);
  refuse_twins(out);
  return out;
}

}  // namespace privet::protocol::psi
