// SPDX-License-Identifier: Apache-2.0
#include "party/daemon/workers.h"

#include <exception>

namespace privet::party {

bool Workers::run(std::function<void()> task) {
  const std::scoped_lock lock(mutex_);
  workers_.remove_if([](const Worker& worker) { return worker.done.load(); });
  if (workers_.size() >= most_) return false;
  auto& worker = workers_.emplace_back();
  worker.thread = std::jthread([&worker, work = std::move(task)] {
    try {
      work();
    } catch (const std::exception&) {
      worker.done = true;  // what can be said of it the task has said
      return;
    }
    worker.done = true;
  });
  return true;
}

std::size_t Workers::busy() const {
  const std::scoped_lock lock(mutex_);
  std::size_t out = 0;
  for (const auto& worker : workers_) out += worker.done.load() ? 0 : 1;
  return out;
}

}  // namespace privet::party
