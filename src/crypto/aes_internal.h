// SPDX-License-Identifier: Apache-2.0
// The kernels behind crypto/aes.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "crypto/block.h"

namespace privet::crypto {

using ExpandKey = void(Block key, Block* round_keys) noexcept;  // 11 of them
using EncryptBlocks = void(const Block* round_keys, Block* blocks, std::size_t count) noexcept;

// Replaces block j by pi(pi(x) + t) + pi(x), t = first_tweak + (j >> shared_log2).
using HashTweaked = void(const Block* round_keys, Block* blocks, std::size_t count,
                         std::uint64_t first_tweak, unsigned shared_log2) noexcept;

ExpandKey expand_key_portable;
EncryptBlocks encrypt_portable;
#if defined(__x86_64__)
ExpandKey expand_key_aesni;
EncryptBlocks encrypt_aesni;
EncryptBlocks encrypt_vaes;
HashTweaked hash_tweaked_vaes;
#endif

}  // namespace privet::crypto
