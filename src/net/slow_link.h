// SPDX-License-Identifier: Apache-2.0
// A channel that behaves as a slow line: every byte arrives `delay` after it left, and no faster
// than the bandwidth lets it.
// Idea: the sender stamps each piece with the time it would arrive (u64 nanoseconds of the
// machine's steady clock, u32 length); the receiver keeps it back until then. Both ends must be
// wrapped and run on one machine. Pieces on the way are bounded as by a router: the sender waits
// when it is more than 50 ms ahead of the line.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "net/channel.h"

namespace privet::net {

struct LinkSpeed {
  std::chrono::microseconds delay{0};  // one way
  double bits_per_second = 0;          // 0: without limit
};

// How long at most such a line keeps both its ends waiting without a byte of theirs moving.
[[nodiscard]] std::chrono::milliseconds longest_pause(const LinkSpeed& speed);

class SlowLinkChannel final : public Channel {
 public:
  // `inner` must outlive this, and `cancelled`, which ends a wait soon after it becomes true.
  SlowLinkChannel(Channel& inner, LinkSpeed speed, const std::atomic<bool>* cancelled = nullptr)
      : inner_(inner), speed_(speed), cancelled_(cancelled) {}

  void send(std::span<const std::byte> bytes) override;
  void flush() override;
  void receive(std::span<std::byte> bytes) override;
  void exchange(std::span<const std::byte> out, std::span<std::byte> in) override;
  void close() noexcept override { inner_.close(); }

 private:
  using Clock = std::chrono::steady_clock;
  void post(std::span<const std::byte> bytes);
  void fetch();
  void sleep_until(Clock::time_point time) const;

  Channel& inner_;
  LinkSpeed speed_;
  const std::atomic<bool>* cancelled_;
  Clock::time_point line_free_{};
  std::vector<std::byte> out_;
  std::vector<std::byte> in_;
  std::size_t taken_ = 0;
};

}  // namespace privet::net
