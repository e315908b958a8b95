// SPDX-License-Identifier: Apache-2.0
// Threads for tasks that wait for others: as many as are asked for, up to a limit.
// Threads: any; the destructor waits for all tasks.
#pragma once

#include <atomic>
#include <functional>
#include <list>
#include <mutex>
#include <thread>

namespace privet::party {

class Workers {
 public:
  explicit Workers(std::size_t most) : most_(most) {}
  // False, and nothing is done, if there are too many already. What a task throws is dropped.
  bool run(std::function<void()> task);
  [[nodiscard]] std::size_t busy() const;

 private:
  struct Worker {
    std::atomic<bool> done{false};
    std::jthread thread;
  };
  std::size_t most_;
  mutable std::mutex mutex_;
  std::list<Worker> workers_;
};

}  // namespace privet::party
