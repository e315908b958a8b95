// SPDX-License-Identifier: Apache-2.0
// What has happened lately, for pages that listen: progress, results, changes of the work.
// Idea: a bounded list of numbered texts; a page asks for those behind the last one it has, so a
// page that was away for a moment misses nothing, and one that was away for long starts afresh.
// Threads: any.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

#include "base/json.h"

namespace privet::studio {

class EventLog {
 public:
  struct Event {
    std::uint64_t number;
    std::string text;
  };

  void add(const Json& event);
  // Those with a larger number, after waiting for one at most this long; empty: there is none, or
  // stop() was called.
  [[nodiscard]] std::vector<Event> after(std::uint64_t number, std::chrono::milliseconds patience);
  [[nodiscard]] std::uint64_t last();
  // Nobody waits any more.
  void stop();
  [[nodiscard]] bool stopped();

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Event> events_;
  std::uint64_t next_ = 1;
  bool stopped_ = false;
};

}  // namespace privet::studio
