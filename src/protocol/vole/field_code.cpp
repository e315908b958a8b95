// SPDX-License-Identifier: Apache-2.0
#include "protocol/vole/field_code.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/error.h"
#include "crypto/gf64.h"

namespace privet::protocol {
namespace {

using crypto::Block;

constexpr std::size_t kRowsAtOnce = 64;
constexpr std::size_t kBlocksPerRow = FieldCode::kOnes / 2;  // an entry takes 64 bits

}  // namespace

FieldCode::FieldCode(Block public_seed, std::size_t columns)
    : entries_(public_seed), columns_(columns) {
  PRIVET_CHECK(columns > 0 && columns < (std::uint64_t{1} << 32U));
}

void FieldCode::add(std::uint64_t first_row, std::span<const Block> values,
                    std::span<Block> rows) const {
  add(first_row, values, rows, {}, {});
}

void FieldCode::add(std::uint64_t first_row, std::span<const Block> values, std::span<Block> rows,
                    std::span<const std::uint64_t> singles,
                    std::span<std::uint64_t> single_rows) const {
  PRIVET_CHECK(values.size() == columns_);
  PRIVET_CHECK(single_rows.empty() ||
               (single_rows.size() == rows.size() && singles.size() == columns_));
  std::array<Block, kRowsAtOnce * kBlocksPerRow> blocks;
  std::array<std::uint64_t, kRowsAtOnce * kOnes> factors;
  std::array<std::uint32_t, kRowsAtOnce * kOnes> places;
  for (std::size_t at = 0; at < rows.size(); at += kRowsAtOnce) {
    const auto count = std::min(kRowsAtOnce, rows.size() - at);
    const auto used = std::span(blocks).first(count * kBlocksPerRow);
    for (std::size_t i = 0; i < used.size(); ++i) {
      used[i] = {(first_row + at) * kBlocksPerRow + i, 0};
    }
    entries_.encrypt(used);
    std::memcpy(factors.data(), used.data(), used.size_bytes());
    // Scaled down to columns, as in ot/local_code.cpp; all are asked for before the first is used.
    for (std::size_t i = 0; i < count * kOnes; ++i) {
      places[i] = static_cast<std::uint32_t>(((factors[i] >> 32U) * columns_) >> 32U);
      __builtin_prefetch(values.data() + places[i]);
    }
    const auto chosen = std::span<const std::uint32_t>(places).first(count * kOnes);
    const auto entries = std::span<const std::uint64_t>(factors).first(count * kOnes);
    crypto::gf64_add_products(rows.subspan(at, count), kOnes, entries, chosen, values);
    if (single_rows.empty()) continue;
    crypto::gf64_add_products(single_rows.subspan(at, count), kOnes, entries, chosen, singles);
  }
}

}  // namespace privet::protocol
