// SPDX-License-Identifier: Apache-2.0
#include "base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <exception>

namespace privet {

// One parallel_for: an index counter that caller and workers draw from.
struct ThreadPool::Batch {
  Batch(std::size_t size, const std::function<void(std::size_t)>& function)
      : count(size), task(function) {}

  const std::size_t count;
  const std::function<void(std::size_t)>& task;
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::condition_variable finished;
  std::size_t done = 0;
  std::exception_ptr error;

  [[nodiscard]] bool exhausted() const { return next.load(std::memory_order_relaxed) >= count; }

  void help() {
    std::size_t mine = 0;
    for (;;) {
      const std::size_t i = next.fetch_add(1, std::memory_order_relaxed);
      if (i >= count) break;
      try {
        task(i);
      } catch (...) {
        const std::scoped_lock lock(mutex);
        if (!error) error = std::current_exception();
        // Whoever is first to skip the rest accounts for the indices nobody will draw.
        const std::size_t drawn = next.exchange(count, std::memory_order_relaxed);
        if (drawn < count) done += count - drawn;
      }
      ++mine;
    }
    if (mine == 0) return;
    const std::scoped_lock lock(mutex);
    done += mine;
    if (done >= count) finished.notify_all();
  }
};

ThreadPool::ThreadPool(std::size_t threads) {
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  for (std::size_t i = 1; i < threads; ++i) {
    workers_.emplace_back([this](const std::stop_token& stop) { work(stop); });
  }
}

ThreadPool::~ThreadPool() {
  for (auto& worker : workers_) worker.request_stop();
  wake_.notify_all();
}

void ThreadPool::work(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    std::shared_ptr<Batch> batch;
    {
      std::unique_lock lock(mutex_);
      if (!wake_.wait(lock, stop, [this] { return !queue_.empty(); })) return;
      batch = queue_.front();
      if (batch->exhausted()) {
        queue_.pop_front();
        continue;
      }
    }
    batch->help();
  }
}

void ThreadPool::parallel_for(std::size_t count, const std::function<void(std::size_t)>& task) {
  if (count == 0) return;
  if (count == 1 || workers_.empty()) {
    for (std::size_t i = 0; i < count; ++i) task(i);
    return;
  }
  const auto batch = std::make_shared<Batch>(count, task);
  {
    const std::scoped_lock lock(mutex_);
    queue_.push_back(batch);
  }
  wake_.notify_all();
  batch->help();
  std::unique_lock lock(batch->mutex);
  batch->finished.wait(lock, [&] { return batch->done >= batch->count; });
  lock.unlock();
  {
    const std::scoped_lock queue_lock(mutex_);
    std::erase(queue_, batch);
  }
  if (batch->error) std::rethrow_exception(batch->error);
}

void ThreadPool::parallel_ranges(std::size_t count, std::size_t grain,
                                 const std::function<void(std::size_t, std::size_t)>& task) {
  grain = std::max<std::size_t>(grain, 1);
  parallel_for((count + grain - 1) / grain,
               [&](std::size_t i) { task(i * grain, std::min(count, (i + 1) * grain)); });
}

}  // namespace privet
