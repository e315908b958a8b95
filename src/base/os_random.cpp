// SPDX-License-Identifier: Apache-2.0
#include "base/os_random.h"

#include <sys/random.h>

#include <cerrno>

#include "base/error.h"

namespace privet {

void os_random(std::span<std::byte> out) {
  while (!out.empty()) {
    const ssize_t got = getrandom(out.data(), out.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    PRIVET_CHECK(got > 0);
    out = out.subspan(static_cast<std::size_t>(got));
  }
}

std::uint64_t os_random_u64() {
  std::uint64_t value = 0;
  os_random(std::as_writable_bytes(std::span(&value, 1)));
  return value;
}

}  // namespace privet
