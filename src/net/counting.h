// SPDX-License-Identifier: Apache-2.0
// A channel that counts what passes: bytes each way, and rounds.
// Idea: a round is a turn of the conversation, counted when a party waits for an answer after it
// has spoken; it is what each one-way delay of a link is paid for.
#pragma once

#include <cstdint>

#include "net/channel.h"

namespace privet::net {

struct Traffic {
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  std::uint64_t rounds = 0;
  friend bool operator==(const Traffic&, const Traffic&) = default;
};

class CountingChannel final : public Channel {
 public:
  // `inner` must outlive this.
  explicit CountingChannel(Channel& inner) : inner_(inner) {}

  void send(std::span<const std::byte> bytes) override;
  void flush() override { inner_.flush(); }
  void receive(std::span<std::byte> bytes) override;
  void exchange(std::span<const std::byte> out, std::span<std::byte> in) override;
  void close() noexcept override { inner_.close(); }

  [[nodiscard]] const Traffic& traffic() const noexcept { return traffic_; }

 private:
  Channel& inner_;
  Traffic traffic_;
  bool spoke_ = false;
};

}  // namespace privet::net
