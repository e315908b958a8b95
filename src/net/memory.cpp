// SPDX-License-Identifier: Apache-2.0
#include "net/memory.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <mutex>
#include <vector>

#include "base/error.h"

namespace privet::net {
namespace {

class Ring {
 public:
  explicit Ring(std::size_t capacity) : bytes_(capacity) {}
  [[nodiscard]] std::size_t used() const { return used_; }
  [[nodiscard]] std::size_t room() const { return bytes_.size() - used_; }

  std::size_t put(std::span<const std::byte> in) {
    const auto count = std::min(in.size(), room());
    const auto start = (first_ + used_) % bytes_.size();
    const auto head = std::min(count, bytes_.size() - start);
    std::copy_n(in.begin(), head, at(start));
    std::copy_n(in.begin() + static_cast<std::ptrdiff_t>(head), count - head, at(0));
    used_ += count;
    return count;
  }
  std::size_t take(std::span<std::byte> out) {
    const auto count = std::min(out.size(), used_);
    const auto head = std::min(count, bytes_.size() - first_);
    std::copy_n(at(first_), head, out.begin());
    std::copy_n(at(0), count - head, out.begin() + static_cast<std::ptrdiff_t>(head));
    first_ = (first_ + count) % bytes_.size();
    used_ -= count;
    return count;
  }

 private:
  std::vector<std::byte>::iterator at(std::size_t index) {
    return bytes_.begin() + static_cast<std::ptrdiff_t>(index);
  }
  std::vector<std::byte> bytes_;
  std::size_t first_ = 0;
  std::size_t used_ = 0;
};

struct Line {
  explicit Line(std::size_t capacity) : rings{Ring(capacity), Ring(capacity)} {}
  std::mutex mutex;
  std::condition_variable changed;
  std::array<Ring, 2> rings;  // rings[i] carries what end i wrote
  bool closed = false;
};

class MemoryStream final : public Stream {
 public:
  // The line belongs to both ends, hence shared.
  MemoryStream(std::shared_ptr<Line> line, std::size_t end) : line_(std::move(line)), end_(end) {}

  std::size_t read_some(std::span<std::byte> bytes) override {
    const std::scoped_lock lock(line_->mutex);
    const auto count = incoming().take(bytes);
    // What was sent before the close can still be read, as with a socket.
    if (count == 0 && line_->closed) throw_closed();
    if (count > 0) line_->changed.notify_all();
    return count;
  }
  std::size_t write_some(std::span<const std::byte> bytes) override {
    const std::scoped_lock lock(line_->mutex);
    if (line_->closed) throw_closed();
    const auto count = outgoing().put(bytes);
    if (count > 0) line_->changed.notify_all();
    return count;
  }
  void wait(bool for_reading, bool for_writing, std::chrono::milliseconds limit) override {
    std::unique_lock lock(line_->mutex);
    line_->changed.wait_for(lock, limit, [&] {
      return line_->closed || (for_reading && incoming().used() > 0) ||
             (for_writing && outgoing().room() > 0);
    });
  }
  void close() noexcept override {
    const std::scoped_lock lock(line_->mutex);
    line_->closed = true;
    line_->changed.notify_all();
  }

 private:
  [[noreturn]] static void throw_closed() {
    throw Error(ErrorCode::Peer, "the other party closed the connection");
  }
  Ring& incoming() { return line_->rings.at(1 - end_); }
  Ring& outgoing() { return line_->rings.at(end_); }

  std::shared_ptr<Line> line_;
  std::size_t end_;
};

}  // namespace

ChannelPair make_memory_pair(const ChannelOptions& options, std::size_t capacity) {
  PRIVET_CHECK(capacity > 0);
  const auto line = std::make_shared<Line>(capacity);
  return {make_channel(std::make_unique<MemoryStream>(line, 0), options),
          make_channel(std::make_unique<MemoryStream>(line, 1), options)};
}

}  // namespace privet::net
