// SPDX-License-Identifier: Apache-2.0
// The kernels behind crypto/aes.h.
#pragma once

#include <cstddef>

#include "crypto/block.h"

namespace privet::crypto {

using ExpandKey = void(Block key, Block* round_keys) noexcept;  // 11 of them
using EncryptBlocks = void(const Block* round_keys, Block* blocks, std::size_t count) noexcept;

ExpandKey expand_key_portable;
EncryptBlocks encrypt_portable;
#if defined(__x86_64__)
ExpandKey expand_key_aesni;
EncryptBlocks encrypt_aesni;
EncryptBlocks encrypt_vaes;
#endif

}  // namespace privet::crypto
