// SPDX-License-Identifier: Apache-2.0
// What both sides of protocol/vole/vole.h do alike.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "crypto/gf64.h"
#include "protocol/ot/base_ot.h"
#include "protocol/vole/field_code.h"
#include "protocol/vole/vole.h"

namespace privet::protocol {

inline constexpr std::size_t kFactorBits = 64;
inline constexpr std::size_t kDirectAtOnce = 1024;  // relations made of transfers in one go
inline constexpr std::size_t kVoleLevels = std::max(kSmallVole.levels, kLargeVole.levels);
using TreeSums = std::array<BlockPair, kVoleLevels>;

// The shape that makes `count` relations; null if they are made directly.
[[nodiscard]] constexpr const SilentShape* vole_shape(std::size_t count) {
  if (count <= vole_seeds(kSmallVole)) return nullptr;
  return count <= kSmallVole.rows() ? &kSmallVole : &kLargeVole;
}

// A relation from 64 transfers: their sum with the powers of x.
[[nodiscard]] inline crypto::Block sum_of_powers(std::span<const crypto::Block> transfers) {
  crypto::Block sum{};
  for (std::size_t i = transfers.size(); i-- > 0;) sum = crypto::gf64_double(sum) ^ transfers[i];
  return sum;
}

// Trees that have this many leaves together.
[[nodiscard]] constexpr std::size_t trees_for(const SilentShape& shape, std::size_t leaves) {
  return (leaves + (std::size_t{1} << shape.levels) - 1) >> shape.levels;
}

// The code of a shape, and its next row: a row is used once.
struct VoleCode {
  VoleCode(const SilentShape& with, crypto::Block public_seed)
      : shape(with), code(public_seed ^ crypto::Block{0, with.secret}, with.secret) {}
  const SilentShape& shape;
  FieldCode code;
  std::uint64_t row = 0;
};

// Where the leaves of one turn go: first what is kept for the next turn, then what was asked for.
template <class T>
class LeafTarget {
 public:
  LeafTarget(std::span<T> kept, std::span<T> out) : kept_(kept), out_(out) {}
  [[nodiscard]] std::size_t size() const { return kept_.size() + out_.size(); }
  void put(std::span<const T> leaves) {
    for (auto* const target : {&kept_, &out_}) {
      const auto count = std::min(target->size(), leaves.size());
      std::ranges::copy(leaves.first(count), target->begin());
      *target = target->subspan(count);
      leaves = leaves.subspan(count);
    }
  }

 private:
  std::span<T> kept_;
  std::span<T> out_;
};

}  // namespace privet::protocol
