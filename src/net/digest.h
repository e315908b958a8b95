// SPDX-License-Identifier: Apache-2.0
// A channel that hashes what passes, each way, whatever the pieces: with fixed randomness the
// digests pin a protocol's wire format in tests, and in a run they are the transcript's receipt.
#pragma once

#include <memory>
#include <string>

#include "net/channel.h"

namespace privet::net {

class DigestChannel final : public Channel {
 public:
  // `inner` must outlive this.
  explicit DigestChannel(Channel& inner);
  ~DigestChannel() override;
  DigestChannel(const DigestChannel&) = delete;
  DigestChannel& operator=(const DigestChannel&) = delete;

  void send(std::span<const std::byte> bytes) override;
  void flush() override { inner_.flush(); }
  void receive(std::span<std::byte> bytes) override;
  void exchange(std::span<const std::byte> out, std::span<std::byte> in) override;
  void exchange_around(const RingMessage& message, Channel& from) override;
  std::size_t receive_some(std::span<std::byte> bytes, std::chrono::milliseconds limit) override;
  void close() noexcept override { inner_.close(); }

  // SHA-256 of everything so far, in hexadecimal.
  [[nodiscard]] std::string sent_digest() const;
  [[nodiscard]] std::string received_digest() const;

 private:
  class Hash;
  Channel& inner_;
  std::unique_ptr<Hash> sent_;
  std::unique_ptr<Hash> received_;
};

}  // namespace privet::net
