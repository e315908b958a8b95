// SPDX-License-Identifier: Apache-2.0
#include "crypto/digest.h"

#include <sodium.h>

#include <cstdint>

#include "crypto/sodium_internal.h"

namespace privet::crypto {
namespace {

void hash_parts(std::span<const std::span<const std::byte>> parts, unsigned char* out,
                std::size_t size) {
  start_sodium();
  crypto_generichash_state state;
  crypto_generichash_init(&state, nullptr, 0, size);
  for (const auto part : parts) {
    const std::uint64_t length = part.size();
    crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(&length),
                              sizeof(length));
    crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(part.data()),
                              part.size());
  }
  crypto_generichash_final(&state, out, size);
  sodium_memzero(&state, sizeof(state));
}

}  // namespace

Digest digest_of(std::span<const std::span<const std::byte>> parts) {
  Digest out{};
  hash_parts(parts, reinterpret_cast<unsigned char*>(out.data()), out.size());
  return out;
}

Block derive_block(std::span<const std::span<const std::byte>> parts) {
  Block out;
  hash_parts(parts, reinterpret_cast<unsigned char*>(&out), sizeof(out));
  return out;
}

}  // namespace privet::crypto
