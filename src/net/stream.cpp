// SPDX-License-Identifier: Apache-2.0
#include "net/stream.h"

#include <openssl/crypto.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/error.h"

namespace privet::net {
namespace {

using Clock = std::chrono::steady_clock;

// How long a wait may go on before it looks at the wish to stop again.
constexpr std::chrono::milliseconds kSlice{50};
constexpr std::size_t kBuffer = std::size_t{64} << 10U;
// A wait has one deadline for every piece of this many bytes, or for the rest of what it waits for:
// single bytes now and then do not prolong it.
constexpr std::size_t kPiece = std::size_t{64} << 10U;

// The deadline of one send, receive or exchange.
class Patience {
 public:
  explicit Patience(std::chrono::milliseconds timeout)
      : timeout_(timeout), deadline_(Clock::now() + timeout) {}
  void moved(std::size_t bytes) {
    moved_ += bytes;
    if (moved_ < kPiece) return;
    moved_ = 0;
    deadline_ = Clock::now() + timeout_;
  }
  [[nodiscard]] Clock::time_point deadline() const { return deadline_; }

 private:
  std::chrono::milliseconds timeout_;
  Clock::time_point deadline_;
  std::size_t moved_ = 0;
};

class StreamChannel final : public Channel {
 public:
  StreamChannel(std::unique_ptr<Stream> stream, ChannelOptions options)
      : stream_(std::move(stream)), options_(std::move(options)), out_(kBuffer), in_(kBuffer) {}
  // Seeds, keys and shares went through the buffers.
  ~StreamChannel() override {
    stream_->close();
    OPENSSL_cleanse(out_.data(), out_.size());
    OPENSSL_cleanse(in_.data(), in_.size());
  }
  StreamChannel(const StreamChannel&) = delete;
  StreamChannel& operator=(const StreamChannel&) = delete;

  void send(std::span<const std::byte> bytes) override {
    require_open();
    if (bytes.size() > kBuffer - pending_) flush();
    if (bytes.size() >= kBuffer) {
      write_all(bytes);
    } else {
      std::ranges::copy(bytes, out_.begin() + static_cast<std::ptrdiff_t>(pending_));
      pending_ += bytes.size();
    }
  }

  void flush() override {
    require_open();
    write_all(std::span(out_).first(std::exchange(pending_, 0)));
  }

  void receive(std::span<std::byte> bytes) override {
    flush();
    bytes = bytes.subspan(take_buffered(bytes));
    Patience patience(options_.timeout);
    while (!bytes.empty()) {
      if (const auto count = read_some(bytes); count > 0) {
        bytes = bytes.subspan(count);
        patience.moved(count);
        check_phase();
      } else {
        wait_for_progress(*stream_, true, false, patience.deadline(), options_);
      }
    }
  }

  void exchange(std::span<const std::byte> out, std::span<std::byte> in) override {
    flush();
    in = in.subspan(take_buffered(in));
    Patience patience(options_.timeout);
    while (!out.empty() || !in.empty()) {
      const auto written = out.empty() ? 0 : stream_->write_some(out);
      const auto read = in.empty() ? 0 : read_some(in);
      out = out.subspan(written);
      in = in.subspan(read);
      if (written + read > 0) {
        patience.moved(written + read);
        check_phase();
      } else {
        wait_for_progress(*stream_, !in.empty(), !out.empty(), patience.deadline(), options_);
      }
    }
  }

  void close() noexcept override {
    open_ = false;
    stream_->close();
  }

 private:
  // Also where bytes keep coming.
  void check_phase() const {
    if (options_.phase != nullptr) options_.phase->check(options_.peer);
  }

  void require_open() const {
    if (!open_) throw Error(ErrorCode::Peer, "the connection to " + options_.peer + " is closed");
  }

  void write_all(std::span<const std::byte> bytes) {
    Patience patience(options_.timeout);
    while (!bytes.empty()) {
      if (const auto count = stream_->write_some(bytes); count > 0) {
        bytes = bytes.subspan(count);
        patience.moved(count);
      } else {
        wait_for_progress(*stream_, false, true, patience.deadline(), options_);
      }
    }
  }

  // Large reads go straight to their place; small ones through the buffer, to save system calls.
  std::size_t read_some(std::span<std::byte> bytes) {
    if (bytes.size() >= kBuffer) return stream_->read_some(bytes);
    filled_ = stream_->read_some(in_);
    taken_ = 0;
    return take_buffered(bytes);
  }

  std::size_t take_buffered(std::span<std::byte> bytes) {
    const auto count = std::min(bytes.size(), filled_ - taken_);
    std::copy_n(in_.begin() + static_cast<std::ptrdiff_t>(taken_), count, bytes.begin());
    taken_ += count;
    return count;
  }

  std::unique_ptr<Stream> stream_;
  ChannelOptions options_;
  std::vector<std::byte> out_;
  std::size_t pending_ = 0;
  std::vector<std::byte> in_;
  std::size_t filled_ = 0;
  std::size_t taken_ = 0;
  bool open_ = true;
};

}  // namespace

void PhaseLimit::check(const std::string& peer) const {
  if (!begun_ || Clock::now() < end_) return;
  throw Error(ErrorCode::Peer, what_ + " with " + peer + " took longer than " +
                                   std::to_string(longest_.count()) +
                                   " ms: see what it does, or allow more time");
}

void wait_for_progress(Stream& stream, bool for_reading, bool for_writing,
                       Clock::time_point deadline, const ChannelOptions& options) {
  if (options.cancelled != nullptr && options.cancelled->load(std::memory_order_relaxed)) {
    throw Error(ErrorCode::Interrupted, "interrupted while waiting for " + options.peer);
  }
  if (options.phase != nullptr) {
    options.phase->check(options.peer);
    deadline = options.phase->earlier(deadline);
  }
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
  if (left.count() <= 0) {
    throw Error(ErrorCode::Peer, options.peer + " did not finish a message, or 64 KiB of one, in " +
                                     std::to_string(options.timeout.count()) +
                                     " ms: see whether it still runs, or allow more time");
  }
  stream.wait(for_reading, for_writing, std::min(left, kSlice));
}

std::unique_ptr<Channel> make_channel(std::unique_ptr<Stream> stream,
                                      const ChannelOptions& options) {
  return std::make_unique<StreamChannel>(std::move(stream), options);
}

}  // namespace privet::net
