// SPDX-License-Identifier: Apache-2.0
// Stream: a byte line that never blocks by itself, and the one place where waiting, time limits,
// buffering and cancellation are implemented on top of it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "net/channel.h"
#include "net/phase_limit.h"

namespace privet::net {

class Stream {
 public:
  virtual ~Stream() = default;
  // Moves as many bytes as it can without waiting; 0 means none now. Throws Error{Peer} once the
  // other side has closed or the line failed.
  virtual std::size_t read_some(std::span<std::byte> bytes) = 0;
  virtual std::size_t write_some(std::span<const std::byte> bytes) = 0;
  // Waits until reading (or, if asked, writing) may make progress, or the time has passed.
  virtual void wait(bool for_reading, bool for_writing, std::chrono::milliseconds limit) = 0;
  virtual void close() noexcept = 0;
};

struct ChannelOptions {
  // Longest time for a message, or for each 64 KiB of a longer one; and for setting up a line.
  // Absolute: single bytes now and then do not prolong it.
  std::chrono::milliseconds timeout{30'000};
  const std::atomic<bool>* cancelled = nullptr;  // ends every wait soon after it becomes true
  std::string peer = "the peer";                 // as named in errors
  const PhaseLimit* phase =
      nullptr;  // ends every wait when the phase is over; must outlive the line
};

// Waits in `stream` for progress, at most until `deadline` or the end of the phase. Throws
// Error{Peer} then and Error{Interrupted} when cancelled.
void wait_for_progress(Stream& stream, bool for_reading, bool for_writing,
                       std::chrono::steady_clock::time_point deadline,
                       const ChannelOptions& options);

[[nodiscard]] std::unique_ptr<Channel> make_channel(std::unique_ptr<Stream> stream,
                                                    const ChannelOptions& options = {});

}  // namespace privet::net
