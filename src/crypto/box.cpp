// SPDX-License-Identifier: Apache-2.0
#include "crypto/box.h"

#include <sodium.h>

#include <algorithm>

#include "base/error.h"
#include "crypto/digest.h"
#include "crypto/secret_vector.h"
#include "crypto/sodium_internal.h"

namespace privet::crypto {
namespace {

constexpr std::size_t kTag = crypto_aead_chacha20poly1305_ietf_ABYTES;
static_assert(kBoxOverhead == sizeof(BoxAddress) + kTag, "the layout in the header says so");
constexpr std::array<unsigned char, crypto_aead_chacha20poly1305_ietf_NPUBBYTES> kNonce{};

unsigned char* target(std::span<std::byte> bytes) {
  return reinterpret_cast<unsigned char*>(bytes.data());
}
const unsigned char* raw(std::span<const std::byte> bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

// The cipher's key, wiped when it goes.
class Agreement {
 public:
  // Throws Error{Peer} if the other key is a point of small order.
  Agreement(std::span<const std::byte> secret, std::span<const std::byte> theirs,
            std::span<const std::byte> fresh, std::span<const std::byte> address) {
    std::array<std::byte, crypto_scalarmult_BYTES> shared{};
    const bool sound = crypto_scalarmult(target(shared), raw(secret), raw(theirs)) == 0;
    const std::array<std::span<const std::byte>, 3> parts{shared, fresh, address};
    key_ = digest_of(parts);
    wipe(shared);
    if (!sound)
      throw Error(ErrorCode::Peer,
                  "the other party sent a public key: expected a valid one, got other bytes");
  }
  ~Agreement() { wipe(key_); }
  Agreement(const Agreement&) = delete;
  Agreement& operator=(const Agreement&) = delete;

  [[nodiscard]] const unsigned char* key() const { return raw(key_); }

 private:
  Digest key_{};
};

}  // namespace

BoxKey BoxKey::random(Randomness& randomness) {
  start_sodium();
  BoxKey out;
  randomness.fill(out.secret_);
  crypto_scalarmult_base(target(out.address_), raw(out.secret_));
  return out;
}

BoxKey::~BoxKey() {
  wipe(secret_);
}

void BoxKey::open(std::span<const std::byte> box, std::span<std::byte> out) const {
  PRIVET_CHECK(box.size() == out.size() + kBoxOverhead);
  const auto fresh = box.first(sizeof(BoxAddress));
  const auto closed = box.subspan(sizeof(BoxAddress));
  const Agreement agreement(secret_, fresh, fresh, address_);
  if (crypto_aead_chacha20poly1305_ietf_decrypt(target(out), nullptr, nullptr, raw(closed),
                                                closed.size(), nullptr, 0, kNonce.data(),
                                                agreement.key()) != 0) {
    throw Error(ErrorCode::Peer,
                "the other party sent a box: expected one that this key opens, got another");
  }
}

void close_box(const BoxAddress& address, BoxSeed seed, std::span<const std::byte> content,
               std::span<std::byte> out) {
  PRIVET_CHECK(out.size() == content.size() + kBoxOverhead);
  const auto fresh = out.first(sizeof(BoxAddress));
  crypto_scalarmult_base(target(fresh), raw(seed));
  const Agreement agreement(seed, address, fresh, address);
  crypto_aead_chacha20poly1305_ietf_encrypt(target(out.subspan(sizeof(BoxAddress))), nullptr,
                                            raw(content), content.size(), nullptr, 0, nullptr,
                                            kNonce.data(), agreement.key());
}

}  // namespace privet::crypto
