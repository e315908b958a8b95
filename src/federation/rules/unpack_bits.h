// SPDX-License-Identifier: Apache-2.0
// Packed bits as numbers, for protocols that take one number per row, or the rows themselves.
#pragma once

#include <cstdint>
#include <vector>

#include "protocol/product/boolean_products.h"

namespace privet::federation {

[[nodiscard]] inline std::vector<std::uint64_t> unpacked(const protocol::BitVector& bits,
                                                         std::size_t rows) {
  std::vector<std::uint64_t> out(rows);
  for (std::size_t i = 0; i < rows; ++i) out[i] = bits[i];
  return out;
}

// The places of the ones, ascending.
[[nodiscard]] inline std::vector<std::uint64_t> ones_of(const protocol::BitVector& bits,
                                                        std::size_t rows) {
  std::vector<std::uint64_t> out;
  const auto all = unpacked(bits, rows);
  for (std::size_t i = 0; i < rows; ++i) {
    if (all[i] != 0) out.push_back(i);
  }
  return out;
}

}  // namespace privet::federation
