// SPDX-License-Identifier: Apache-2.0
// Transposition of bit matrices in tiles of 128 x 128.
// Reference: Eklundh, "A fast computer method for matrix transposing" (1972).
// Cost: 7 passes over a tile of 2 KiB, in vector registers.
#pragma once

#include <array>
#include <span>

#include "crypto/block.h"

namespace privet::protocol {

using BitTile = std::array<crypto::Block, 128>;  // row i is element i; column 0 its lowest bit

void transpose(BitTile& tile) noexcept;

}  // namespace privet::protocol
