// SPDX-License-Identifier: Apache-2.0
#include "protocol/ot/local_code.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/error.h"

namespace privet::protocol {
namespace {

using crypto::Block;

constexpr std::size_t kRowsAtOnce = 64;
// Two rows take their 20 numbers of 32 bits from five blocks.
constexpr std::size_t kBlocksAtOnce = kRowsAtOnce / 2 * 5;

}  // namespace

LocalCode::LocalCode(Block public_seed, std::size_t columns)
    : places_(public_seed), columns_(columns) {
  PRIVET_CHECK(columns > 0 && columns < (std::uint64_t{1} << 32U));
}

template <class T>
void LocalCode::add_columns(std::uint64_t first_row, std::span<const T> values,
                            std::span<T> rows) const {
  PRIVET_CHECK(first_row % 2 == 0 && rows.size() % 2 == 0 && values.size() == columns_);
  const T* const value = values.data();
  std::array<Block, kBlocksAtOnce> blocks;
  std::array<std::uint32_t, kBlocksAtOnce * 4> numbers;
  while (!rows.empty()) {
    const auto count = std::min(kRowsAtOnce, rows.size());
    const auto used = std::span(blocks).first(count / 2 * 5);
    for (std::size_t i = 0; i < used.size(); ++i) used[i] = {first_row / 2 * 5 + i, 0};
    places_.encrypt(used);
    std::memcpy(numbers.data(), used.data(), used.size_bytes());
    // Scaled down to columns: even except for a part in 2^12 at worst, and public. All are asked
    // for before the first is used, for each is far away.
    for (std::size_t i = 0; i < count * kOnes; ++i) {
      numbers[i] = static_cast<std::uint32_t>((numbers[i] * columns_) >> 32U);
      __builtin_prefetch(value + numbers[i]);
    }
    for (std::size_t row = 0; row < count; ++row) {
      T sum = rows[row];
      for (std::size_t j = 0; j < kOnes; ++j) sum ^= value[numbers[row * kOnes + j]];
      rows[row] = sum;
    }
    rows = rows.subspan(count);
    first_row += count;
  }
}

void LocalCode::add(std::uint64_t first_row, std::span<const Block> values,
                    std::span<Block> rows) const {
  add_columns(first_row, values, rows);
}

void LocalCode::add(std::uint64_t first_row, std::span<const std::uint64_t> values,
                    std::span<std::uint64_t> rows) const {
  add_columns(first_row, values, rows);
}

}  // namespace privet::protocol
