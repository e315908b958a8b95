// SPDX-License-Identifier: Apache-2.0
#include "base/run.h"

#include "base/error.h"
#include "base/thread_pool.h"

namespace privet {

Run::Run() : Run(nullptr, nullptr, 0) {}

Run::Run(Observer* observer, const std::atomic<bool>* cancelled, std::size_t threads)
    : observer_(observer), cancelled_(cancelled), pool_(std::make_unique<ThreadPool>(threads)) {}

Run::~Run() = default;
Run::Run(Run&&) noexcept = default;
Run& Run::operator=(Run&&) noexcept = default;

void Run::check_cancelled() const {
  if (cancelled_ != nullptr && cancelled_->load(std::memory_order_relaxed)) {
    throw Error(ErrorCode::Interrupted, "interrupted; nothing was written");
  }
}

void Run::progress(std::string_view stage, double fraction) const {
  check_cancelled();
  if (observer_ != nullptr) observer_->progress(stage, fraction);
}

void Run::warn(std::string_view message) const {
  if (observer_ != nullptr) observer_->warn(message);
}

}  // namespace privet
