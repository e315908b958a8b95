// SPDX-License-Identifier: Apache-2.0
// Bytes that are wiped when they are no longer needed: keys, passphrases, opened files.
// Idea: move-only owner of a fixed-size block; wiping goes through a call the compiler cannot
// remove. There is no operator==, no printing and no implicit copy: compare with
// crypto/constant_time.h.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace privet::crypto {

// Overwrites `bytes` with zeros, also when they are never read again.
void wipe(std::span<std::byte> bytes) noexcept;

class SecretBuffer {
 public:
  SecretBuffer() = default;
  // `size` zero bytes.
  explicit SecretBuffer(std::size_t size);
  // A copy of `bytes`, which the caller still has to wipe.
  explicit SecretBuffer(std::span<const std::byte> bytes);
  ~SecretBuffer();
  SecretBuffer(SecretBuffer&& other) noexcept;
  SecretBuffer& operator=(SecretBuffer&& other) noexcept;
  SecretBuffer(const SecretBuffer&) = delete;
  SecretBuffer& operator=(const SecretBuffer&) = delete;

  [[nodiscard]] std::span<std::byte> bytes() noexcept { return {data_.get(), size_}; }
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return {data_.get(), size_}; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

 private:
  std::unique_ptr<std::byte[]> data_;
  std::size_t size_ = 0;
};

}  // namespace privet::crypto
