// SPDX-License-Identifier: Apache-2.0
#include "crypto/secret_buffer.h"

#include <sodium.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "crypto/sodium_internal.h"

namespace privet::crypto {

void start_sodium() {
  if (sodium_init() < 0) throw Error(ErrorCode::Internal, "libsodium cannot start");
}

void wipe(std::span<std::byte> bytes) noexcept {
  if (!bytes.empty()) sodium_memzero(bytes.data(), bytes.size());
}

SecretBuffer::SecretBuffer(std::size_t size)
    : data_(std::make_unique<std::byte[]>(size)), size_(size) {}

SecretBuffer::SecretBuffer(std::span<const std::byte> bytes) : SecretBuffer(bytes.size()) {
  std::copy(bytes.begin(), bytes.end(), data_.get());
}

SecretBuffer::~SecretBuffer() {
  wipe(bytes());
}

SecretBuffer::SecretBuffer(SecretBuffer&& other) noexcept
    : data_(std::move(other.data_)), size_(std::exchange(other.size_, 0)) {}

SecretBuffer& SecretBuffer::operator=(SecretBuffer&& other) noexcept {
  if (this != &other) {
    wipe(bytes());
    data_ = std::move(other.data_);
    size_ = std::exchange(other.size_, 0);
  }
  return *this;
}

}  // namespace privet::crypto
