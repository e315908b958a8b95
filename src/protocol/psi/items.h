// SPDX-License-Identifier: Apache-2.0
// Items of a set, byte strings of any length, as blocks of 128 bits.
// Idea: up to 15 bytes and their number fill a block, so short items never collide; of a longer one
// the block holds 120 bits of BLAKE2b, and two of 2^24 items collide with probability 2^-72.
#pragma once

#include <span>
#include <string_view>

#include "crypto/block.h"
#include "crypto/secret_vector.h"

namespace privet::protocol::psi {

using Items = std::span<const std::string_view>;

// Throws Error{Usage} if an item is there twice, naming both places, or if there are more than
// `largest`.
[[nodiscard]] crypto::SecretVector<crypto::Block> blocks_of(Items items, std::size_t largest);

}  // namespace privet::protocol::psi
