// SPDX-License-Identifier: Apache-2.0
#include "protocol/ot/transpose.h"

#include <utility>

namespace privet::protocol {
namespace {

using crypto::Block;

// Exchanges the off-diagonal quarters of every square of 2 * Width: of each pair of rows, the upper
// half of the upper row's columns with the lower half of the lower row's.
template <unsigned Width>
void exchange_quarters(BitTile& tile) {
  constexpr std::uint64_t kMask = ~std::uint64_t{0} / ((std::uint64_t{1} << Width) + 1);
  for (std::size_t base = 0; base < 128; base += std::size_t{2} * Width) {
    for (std::size_t i = base; i < base + Width; ++i) {
      Block& upper = tile[i];
      Block& lower = tile[i + Width];
      const Block moved{((upper.low >> Width) ^ lower.low) & kMask,
                        ((upper.high >> Width) ^ lower.high) & kMask};
      lower ^= moved;
      upper ^= Block{moved.low << Width, moved.high << Width};
    }
  }
}

}  // namespace

void transpose(BitTile& tile) noexcept {
  for (std::size_t i = 0; i < 64; ++i) std::swap(tile[i].high, tile[i + 64].low);
  exchange_quarters<32>(tile);
  exchange_quarters<16>(tile);
  exchange_quarters<8>(tile);
  exchange_quarters<4>(tile);
  exchange_quarters<2>(tile);
  exchange_quarters<1>(tile);
}

}  // namespace privet::protocol
