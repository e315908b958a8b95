// SPDX-License-Identifier: Apache-2.0
// BLAKE2b of several byte strings, with their borders.
// Reference: RFC 7693; computed by libsodium.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "crypto/block.h"

namespace privet::crypto {

using Digest = std::array<std::byte, 32>;

// Each part is preceded by its length, so that ("ab", "") and ("a", "b") differ.
[[nodiscard]] Digest digest_of(std::span<const std::span<const std::byte>> parts);
// The same, 128 bits long: keys from shared secrets.
[[nodiscard]] Block derive_block(std::span<const std::span<const std::byte>> parts);

}  // namespace privet::crypto
