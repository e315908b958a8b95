// SPDX-License-Identifier: Apache-2.0
// The end of a phase, for all lines of a party together.
// Idea: a line's own timeout is for one message, so a peer that sends the next byte or the next
// message just in time would never run into it. A phase has one absolute end, which nothing that a
// peer does moves. Every wait on a line that knows of it ends there.
// Threads: one at a time, as the lines.
#pragma once

#include <chrono>
#include <string>
#include <utility>

namespace privet::net {

class PhaseLimit {
 public:
  using Clock = std::chrono::steady_clock;

  // From now on: what the parties do, as errors say it ("agreeing on the job"), and how long they
  // may. Not while a wait is on.
  void begin(std::string what, std::chrono::milliseconds longest) {
    what_ = std::move(what);
    longest_ = longest;
    end_ = Clock::now() + longest;
    begun_ = true;
  }
  // Throws Error{Peer} after the end; `peer` is who is waited for.
  void check(const std::string& peer) const;
  // `deadline`, or the end if that is earlier.
  [[nodiscard]] Clock::time_point earlier(Clock::time_point deadline) const {
    return begun_ && end_ < deadline ? end_ : deadline;
  }

 private:
  bool begun_ = false;
  std::string what_;
  std::chrono::milliseconds longest_{0};
  Clock::time_point end_;
};

}  // namespace privet::net
