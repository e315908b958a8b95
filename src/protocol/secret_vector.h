// SPDX-License-Identifier: Apache-2.0
// A vector that wipes what it held, for secrets by the million; large ones lie on huge pages.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "crypto/secret_buffer.h"
#include "protocol/huge_pages.h"

namespace privet::protocol {

template <class T>
struct Wiping {
  using value_type = T;

  Wiping() = default;
  template <class U>
  explicit Wiping(const Wiping<U>& /*other*/) noexcept {}

  [[nodiscard]] T* allocate(std::size_t count) {
    return is_large(count) ? HugePages<T>().allocate(count) : std::allocator<T>().allocate(count);
  }
  void deallocate(T* memory, std::size_t count) noexcept {
    crypto::wipe(std::as_writable_bytes(std::span(memory, count)));
    if (is_large(count)) return HugePages<T>().deallocate(memory, count);
    std::allocator<T>().deallocate(memory, count);
  }

  friend bool operator==(const Wiping&, const Wiping&) noexcept { return true; }

 private:
  static constexpr bool is_large(std::size_t count) {
    return count * sizeof(T) >= HugePages<T>::kPage;
  }
};

template <class T>
using SecretVector = std::vector<T, Wiping<T>>;

}  // namespace privet::protocol
