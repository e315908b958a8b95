// SPDX-License-Identifier: Apache-2.0
// Numbers of one kind that are wiped when they are no longer needed. Move-only.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "crypto/secret_buffer.h"

namespace privet::crypto::ring {

template <class T>
  requires std::is_trivially_copyable_v<T>
class SecretArray {
 public:
  // `size` zeros.
  explicit SecretArray(std::size_t size) : numbers_(size) {}
  ~SecretArray() { wipe(std::as_writable_bytes(std::span(numbers_))); }
  SecretArray(SecretArray&& other) noexcept : numbers_(std::move(other.numbers_)) {}
  SecretArray& operator=(SecretArray&& other) noexcept {
    numbers_.swap(other.numbers_);
    return *this;
  }
  SecretArray(const SecretArray&) = delete;
  SecretArray& operator=(const SecretArray&) = delete;

  [[nodiscard]] std::span<T> all() noexcept { return numbers_; }
  [[nodiscard]] std::span<const T> all() const noexcept { return numbers_; }

 private:
  std::vector<T> numbers_;
};

}  // namespace privet::crypto::ring
