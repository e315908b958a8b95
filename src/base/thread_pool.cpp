// SPDX-License-Identifier: Apache-2.0
#include "base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace privet {

namespace {

// One parallel_for: an index counter that caller and workers draw from.
struct Batch {
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

}  // namespace

struct ThreadPool::Workers {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::deque<std::shared_ptr<Batch>> queue;
  std::vector<std::jthread> threads;

  void work(const std::stop_token& stop);
};

ThreadPool::ThreadPool(std::size_t threads)
    : size_(threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : threads),
      workers_(std::make_unique<Workers>()) {
  for (std::size_t i = 1; i < size_; ++i) {
    workers_->threads.emplace_back(
        [workers = workers_.get()](const std::stop_token& stop) { workers->work(stop); });
  }
}

ThreadPool::~ThreadPool() {
  for (auto& thread : workers_->threads) thread.request_stop();
  workers_->wake.notify_all();
}

void ThreadPool::Workers::work(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    std::shared_ptr<Batch> batch;
    {
      std::unique_lock lock(mutex);
      if (!wake.wait(lock, stop, [this] { return !queue.empty(); })) return;
      batch = queue.front();
      if (batch->exhausted()) {
        queue.pop_front();
        continue;
      }
    }
    batch->help();
  }
}

void ThreadPool::parallel_for(std::size_t count, const std::function<void(std::size_t)>& task) {
  if (count == 0) return;
  if (count == 1 || size_ == 1) {
    for (std::size_t i = 0; i < count; ++i) task(i);
    return;
  }
  const auto batch = std::make_shared<Batch>(count, task);
  {
    const std::scoped_lock lock(workers_->mutex);
    workers_->queue.push_back(batch);
  }
  workers_->wake.notify_all();
  batch->help();
  std::unique_lock lock(batch->mutex);
  batch->finished.wait(lock, [&] { return batch->done >= batch->count; });
  lock.unlock();
  {
    const std::scoped_lock queue_lock(workers_->mutex);
    std::erase(workers_->queue, batch);
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
