// SPDX-License-Identifier: Apache-2.0
#include "studio/event_log.h"

namespace privet::studio {

void EventLog::add(const Json& event) {
  constexpr std::size_t kMost = 500;
  std::string text = event.dump();
  const std::lock_guard lock(mutex_);
  events_.push_back({next_++, std::move(text)});
  if (events_.size() > kMost) events_.pop_front();
  wake_.notify_all();
}

std::vector<EventLog::Event> EventLog::after(std::uint64_t number,
                                             std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  wake_.wait_for(lock, patience,
                 [&] { return stopped_ || (!events_.empty() && events_.back().number > number); });
  std::vector<Event> out;
  for (const auto& event : events_) {
    if (event.number > number) out.push_back(event);
  }
  return out;
}

std::uint64_t EventLog::last() {
  const std::lock_guard lock(mutex_);
  return next_ - 1;
}

void EventLog::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  wake_.notify_all();
}

bool EventLog::stopped() {
  const std::lock_guard lock(mutex_);
  return stopped_;
}

}  // namespace privet::studio
