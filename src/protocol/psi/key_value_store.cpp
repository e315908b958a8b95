// SPDX-License-Identifier: Apache-2.0
#include "protocol/psi/key_value_store.h"

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "crypto/gf64.h"

namespace privet::protocol::psi {
namespace {

using crypto::Block;

constexpr std::size_t kAtOnce = 256;

// By the bits of keys - 1: a third in thousandths of the keys, and the elements d.
struct Sizes {
  std::uint16_t third;
  std::uint8_t dense;
};
constexpr std::array<Sizes, 25> kSizes{
    {{3671, 6}, {3671, 5}, {2630, 6}, {1921, 7}, {1439, 8}, {1111, 8}, {888, 8}, {736, 8}, {632, 8},
     {562, 7},  {514, 7},  {481, 6},  {459, 6},  {444, 5},  {433, 5},  {426, 4}, {422, 4}, {418, 4},
     {416, 4},  {415, 3},  {414, 3},  {413, 3},  {413, 3},  {412, 3},  {412, 3}}};

}  // namespace

StoreShape StoreShape::for_keys(std::size_t keys) {
  PRIVET_CHECK(keys > 0 && keys <= kLargestStore);
  const auto& sizes = kSizes.at(static_cast<std::size_t>(std::bit_width(keys - 1)));
  return {(keys * sizes.third + 999) / 1000, sizes.dense};
}

StoreHash::StoreHash(Block seed, const StoreShape& shape)
    : values_(seed), places_(seed ^ Block{1, 0}), third_(shape.third) {}

void StoreHash::hash(std::span<const Block> keys, StoreRows& rows) const {
  PRIVET_CHECK(rows.places.size() == keys.size());
  std::array<Block, kAtOnce> buffer;
  for (std::size_t at = 0; at < keys.size(); at += kAtOnce) {
    const auto part = keys.subspan(at, std::min(kAtOnce, keys.size() - at));
    const auto images = std::span(buffer).first(part.size());
    std::ranges::copy(part, images.begin());
    values_.encrypt(images);
    for (std::size_t i = 0; i < part.size(); ++i) {
      rows.values[at + i] = images[i].low ^ part[i].low;
      rows.points[at + i] = images[i].high ^ part[i].high;
    }
    std::ranges::copy(part, images.begin());
    places_.encrypt(images);
    for (std::size_t i = 0; i < part.size(); ++i) {
      const Block mixed = images[i] ^ part[i];
      const auto scaled = [&](std::uint64_t word) {
        return static_cast<std::uint32_t>(((word & 0xffffffffU) * third_) >> 32U);
      };
      const auto third = static_cast<std::uint32_t>(third_);
      rows.places[at + i] = {scaled(mixed.low), scaled(mixed.low >> 32U) + third,
                             scaled(mixed.high) + 2 * third};
    }
  }
}

void look_up(const StoreShape& shape, std::span<const Block> store, const StoreRows& rows,
             std::span<Block> found) {
  PRIVET_CHECK(store.size() == shape.size() && rows.places.size() == found.size());
  for (std::size_t at = 0; at < found.size(); at += kAtOnce) {
    const auto end = std::min(at + kAtOnce, found.size());
    // All are asked for before the first is used, for each is far away.
    for (std::size_t i = at; i < end; ++i) {
      for (const auto place : rows.places[i]) __builtin_prefetch(store.data() + place);
    }
    for (std::size_t i = at; i < end; ++i) {
      const auto& [a, b, c] = rows.places[i];
      found[i] = store[a] ^ store[b] ^ store[c];
    }
  }
  crypto::gf64_add_powers(found, std::span<const std::uint64_t>(rows.points).first(found.size()),
                          store.subspan(3 * shape.third));
}

}  // namespace privet::protocol::psi
