// SPDX-License-Identifier: Apache-2.0
// Lines of jobs that other parties have opened, until the job takes them.
// Idea: a party that begins a little later finds the lines of those who were first. They are few,
// and wait for a bounded time. Threads: any.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "net/stream.h"

namespace privet::party {

class Switchboard {
 public:
  // A line of this run from that party. Dropped if too many wait already.
  void deliver(const std::string& run, const std::string& party,
               std::unique_ptr<net::Stream> stream);
  // The line of each of these parties. Throws Error{Peer} at the timeout, Error{Interrupted} when
  // cancelled.
  [[nodiscard]] std::vector<std::unique_ptr<net::Stream>> take(
      const std::string& run, const std::vector<std::string>& parties,
      const net::ChannelOptions& options);
  // Drops what has waited for too long, and all lines from that party.
  void sweep();
  void drop_party(const std::string& party);

 private:
  struct Held {
    std::string run;
    std::string party;
    std::unique_ptr<net::Stream> stream;
    std::chrono::steady_clock::time_point since;
  };
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<Held> held_;
};

}  // namespace privet::party
