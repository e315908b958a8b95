// SPDX-License-Identifier: Apache-2.0
// A channel that counts what passes: bytes each way, and rounds.
// Idea: a round is a turn of the conversation, counted when a party waits for an answer after it
// has spoken; it is what each one-way delay of a link is paid for. In a ring nobody answers on the
// line it was spoken to on, so the rounds of a party are counted over all its lines together
// (Turns): it waits for anybody after it has spoken to anybody.
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

// Of one party, over all its lines. Threads: one at a time, as its lines.
class Turns {
 public:
  void speak() noexcept { spoke_ = true; }
  void hear() noexcept {
    if (spoke_) ++rounds_;
    spoke_ = false;
  }
  [[nodiscard]] std::uint64_t rounds() const noexcept { return rounds_; }

 private:
  bool spoke_ = false;
  std::uint64_t rounds_ = 0;
};

class CountingChannel final : public Channel {
 public:
  // `inner` must outlive this, and so must the party's `turns`.
  explicit CountingChannel(Channel& inner, Turns* turns = nullptr)
      : inner_(inner), all_(turns == nullptr ? own_ : *turns) {}
  CountingChannel(const CountingChannel&) = delete;
  CountingChannel& operator=(const CountingChannel&) = delete;

  void send(std::span<const std::byte> bytes) override;
  void flush() override { inner_.flush(); }
  void receive(std::span<std::byte> bytes) override;
  void exchange(std::span<const std::byte> out, std::span<std::byte> in) override;
  void exchange_around(const RingMessage& message, Channel& from) override;
  std::size_t receive_some(std::span<std::byte> bytes, std::chrono::milliseconds limit) override;
  void close() noexcept override { inner_.close(); }

  // The rounds are those of this line by itself.
  [[nodiscard]] Traffic traffic() const noexcept { return {sent_, received_, own_.rounds()}; }

 private:
  void count(std::size_t sent, std::size_t received) noexcept;

  Channel& inner_;
  std::uint64_t sent_ = 0;
  std::uint64_t received_ = 0;
  Turns own_;
  Turns& all_;
};

}  // namespace privet::net
