// SPDX-License-Identifier: Apache-2.0
// Run: what a long operation needs from its surroundings: threads, progress, warnings and the wish
// to stop. Passed by reference to everything that may take long; library code never prints.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <string_view>

namespace privet {

class ThreadPool;  // base/thread_pool.h

// Receives what a run has to say. Called from the thread that runs the operation.
class Observer {
 public:
  virtual ~Observer() = default;
  // `fraction` in [0,1]; a negative one means "busy, no estimate".
  virtual void progress(std::string_view stage, double fraction) = 0;
  // Something the user should know that does not stop the run.
  virtual void warn(std::string_view message) = 0;
};

class Run {
 public:
  // Quiet, never cancelled, as many threads as the machine has cores.
  Run();
  // `observer` and `cancelled` must outlive the Run; either may be null. threads = 0: one per core.
  Run(Observer* observer, const std::atomic<bool>* cancelled, std::size_t threads);

  ~Run();
  Run(Run&&) noexcept;
  Run& operator=(Run&&) noexcept;

  // Throws Error{Interrupted} once the user asked to stop. Call it at least every few milliseconds
  // of work; it is safe from worker threads.
  void check_cancelled() const;
  // Also checks for cancellation.
  void progress(std::string_view stage, double fraction = -1.0) const;
  void warn(std::string_view message) const;

  [[nodiscard]] ThreadPool& pool() const { return *pool_; }

 private:
  Observer* observer_ = nullptr;
  const std::atomic<bool>* cancelled_ = nullptr;
  std::unique_ptr<ThreadPool> pool_;
};

}  // namespace privet
