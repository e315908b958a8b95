// SPDX-License-Identifier: Apache-2.0
// A fixed set of threads that work through index ranges together with the caller.
// Threads: parallel_for may be called from any thread, also from inside a task: the caller always
// works too, so nested calls make progress even when all workers are busy.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "base/thread_pool.h"

namespace privet {

class ThreadPool {
 public:
  // threads counts the caller: a pool of 1 starts none. 0: one per core.
  explicit ThreadPool(std::size_t threads = 0);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  // Calls task(i) for every i in [0, count), each once, in no fixed order; returns when all are
  // done. The first exception thrown by a task is rethrown here, and the tasks not yet begun are
  // dropped.
  void parallel_for(std::size_t count, const std::function<void(std::size_t)>& task);

  // The same over ranges [begin, end) of about `grain` indices, for work too small to hand out one
  // by one.
  void parallel_ranges(std::size_t count, std::size_t grain,
                       const std::function<void(std::size_t begin, std::size_t end)>& task);

 private:
  struct Workers;
  std::size_t size_;
  std::unique_ptr<Workers> workers_;
};

}  // namespace privet
