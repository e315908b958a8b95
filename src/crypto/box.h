// SPDX-License-Identifier: Apache-2.0
// A box that anybody can close and only the holder of one key can open, for layers of encryption
// that are taken off one by one. It tells neither who closed it nor what is in it.
// Reference: RFC 7748 (X25519), RFC 8439 (ChaCha20-Poly1305); computed by libsodium. The
// construction is Abdalla, Bellare, Rogaway's DHIES (CT-RSA 2001).
// Idea: a fresh key pair for each box; the cipher's key is the hash of what the two keys agree on
// and of both public keys. That key closes one box only, so the nonce is zero.
// Cost: two multiplications on the curve to close, one to open; 48 bytes more than the content.
// Security: about 126 bits; gap Diffie-Hellman on the curve, the hash a random oracle. A box that
// was changed does not open. Threads: any number.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "crypto/randomness.h"

namespace privet::crypto {

inline constexpr std::size_t kBoxOverhead = 48;  // the fresh public key, and 16 bytes of a check
using BoxAddress = std::array<std::byte, 32>;    // a public key

// 32 uniform bytes from which close_box() makes the fresh pair; used once.
using BoxSeed = std::span<const std::byte, 32>;

class BoxKey {
 public:
  [[nodiscard]] static BoxKey random(Randomness& randomness);
  ~BoxKey();
  BoxKey(const BoxKey&) = default;
  BoxKey& operator=(const BoxKey&) = default;

  [[nodiscard]] const BoxAddress& address() const { return address_; }
  // Requires out to be kBoxOverhead shorter than the box. Throws Error{Peer} if the box is not
  // addressed to this key or was changed.
  void open(std::span<const std::byte> box, std::span<std::byte> out) const;

 private:
  BoxKey() = default;
  std::array<std::byte, 32> secret_{};
  BoxAddress address_{};
};

// Requires out to be kBoxOverhead longer than the content, and not to overlap it. Throws
// Error{Peer} if the address is not a public key.
void close_box(const BoxAddress& address, BoxSeed seed, std::span<const std::byte> content,
               std::span<std::byte> out);

}  // namespace privet::crypto
