// SPDX-License-Identifier: Apache-2.0
#include "net/digest.h"

#include <openssl/evp.h>

#include <array>

#include "base/error.h"

namespace privet::net {

class DigestChannel::Hash {
 public:
  Hash() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
    PRIVET_CHECK(context_ != nullptr &&
                 EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
  }
  void add(std::span<const std::byte> bytes) {
    PRIVET_CHECK(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
  }
  [[nodiscard]] std::string text() const {
    const Context copy(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    std::array<unsigned char, 32> digest{};
    PRIVET_CHECK(copy != nullptr && EVP_MD_CTX_copy_ex(copy.get(), context_.get()) == 1 &&
                 EVP_DigestFinal_ex(copy.get(), digest.data(), nullptr) == 1);
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out;
    for (const auto byte : digest) {
      out += kDigits[byte >> 4U];
      out += kDigits[byte & 15U];
    }
    return out;
  }

 private:
  using Context = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;
  Context context_;
};

DigestChannel::DigestChannel(Channel& inner)
    : inner_(inner), sent_(std::make_unique<Hash>()), received_(std::make_unique<Hash>()) {}
DigestChannel::~DigestChannel() = default;

void DigestChannel::send(std::span<const std::byte> bytes) {
  sent_->add(bytes);
  inner_.send(bytes);
}
void DigestChannel::receive(std::span<std::byte> bytes) {
  inner_.receive(bytes);
  received_->add(bytes);
}
void DigestChannel::exchange(std::span<const std::byte> out, std::span<std::byte> in) {
  sent_->add(out);
  inner_.exchange(out, in);
  received_->add(in);
}

void DigestChannel::exchange_around(const RingMessage& message, Channel& from) {
  const auto make = [&](std::size_t at, std::span<std::byte> bytes) {
    message.make(at, bytes);
    sent_->add(bytes);
  };
  inner_.exchange_around({message.size, make, message.take}, from);
}
std::size_t DigestChannel::receive_some(std::span<std::byte> bytes,
                                        std::chrono::milliseconds limit) {
  const auto some = inner_.receive_some(bytes, limit);
  received_->add(bytes.first(some));
  return some;
}

std::string DigestChannel::sent_digest() const {
  return sent_->text();
}
std::string DigestChannel::received_digest() const {
  return received_->text();
}

}  // namespace privet::net
