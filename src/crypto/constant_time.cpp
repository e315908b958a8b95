// SPDX-License-Identifier: Apache-2.0
#include "crypto/constant_time.h"

#include <sodium.h>

namespace privet::crypto {

bool equal_constant_time(std::span<const std::byte> a, std::span<const std::byte> b) noexcept {
  if (a.size() != b.size()) return false;
  return a.empty() || sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace privet::crypto
