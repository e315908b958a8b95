// SPDX-License-Identifier: Apache-2.0
#include <sodium.h>

#include "base/error.h"
#include "crypto/secret_vector.h"
#include "crypto/sodium_internal.h"

namespace privet::crypto {

void start_sodium() {
  if (sodium_init() < 0) throw Error(ErrorCode::Internal, "libsodium cannot start");
}

void wipe(std::span<std::byte> bytes) noexcept {
  if (!bytes.empty()) sodium_memzero(bytes.data(), bytes.size());
}

}  // namespace privet::crypto
