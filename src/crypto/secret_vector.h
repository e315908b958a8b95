// SPDX-License-Identifier: Apache-2.0
// Values that are wiped when they are no longer needed: keys, passphrases, opened files, shares by
// the million.
// Idea: a vector whose allocator overwrites what it gives back, through a call that the compiler
// cannot remove; so nothing stays behind when it grows or moves, either. Large ones lie on huge
// pages. It only moves: a copy says so, by copy(). There is no operator== and no printing: compare
// with crypto/constant_time.h.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "base/huge_pages.h"

namespace privet::crypto {

// Overwrites `bytes` with zeros, also when they are never read again.
void wipe(std::span<std::byte> bytes) noexcept;

// The allocator, for containers that may be copied.
template <class T>
  requires std::is_trivially_copyable_v<T>
struct Wiping {
  using value_type = T;

  Wiping() = default;
  template <class U>
  explicit Wiping(const Wiping<U>& /*other*/) noexcept {}

  [[nodiscard]] T* allocate(std::size_t count) {
    return is_large(count) ? HugePages<T>().allocate(count) : std::allocator<T>().allocate(count);
  }
  void deallocate(T* memory, std::size_t count) noexcept {
    wipe(std::as_writable_bytes(std::span(memory, count)));
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
class SecretVector : public std::vector<T, Wiping<T>> {
  using Base = std::vector<T, Wiping<T>>;

 public:
  using Base::Base;
  SecretVector() = default;
  // A copy of `values`, which the caller still has to wipe.
  explicit SecretVector(std::span<const T> values) : Base(values.begin(), values.end()) {}
  ~SecretVector() = default;
  SecretVector(SecretVector&& other) noexcept = default;
  SecretVector& operator=(SecretVector&& other) noexcept = default;
  SecretVector(const SecretVector&) = delete;
  SecretVector& operator=(const SecretVector&) = delete;

  [[nodiscard]] SecretVector copy() const { return SecretVector(std::span<const T>(*this)); }
  [[nodiscard]] std::span<std::byte> bytes() noexcept {
    return std::as_writable_bytes(std::span(*this));
  }
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept {
    return std::as_bytes(std::span(*this));
  }

  friend bool operator==(const SecretVector&, const SecretVector&) = delete;
};

using SecretBytes = SecretVector<std::byte>;

// One value, wiped in its place.
template <class T>
  requires std::is_trivially_copyable_v<T>
class SecretValue {
 public:
  explicit SecretValue(const T& value) : value_(value) {}
  ~SecretValue() { wipe(std::as_writable_bytes(std::span(&value_, 1))); }
  SecretValue(SecretValue&& other) noexcept = default;  // the other one wipes its own
  SecretValue& operator=(SecretValue&& other) noexcept = default;
  SecretValue(const SecretValue&) = delete;
  SecretValue& operator=(const SecretValue&) = delete;
  [[nodiscard]] const T& operator*() const noexcept { return value_; }

 private:
  T value_;
};

}  // namespace privet::crypto
