// SPDX-License-Identifier: Apache-2.0
#include "net/stream.h"

#include <openssl/crypto.h>

#include <algorithm>
#include <array>
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
constexpr std::size_t kTimedPiece = std::size_t{64} << 10U;

// The deadline of one send, receive or exchange.
class Patience {
 public:
  explicit Patience(std::chrono::milliseconds timeout)
      : timeout_(timeout), deadline_(Clock::now() + timeout) {}
  void moved(std::size_t bytes) {
    moved_ += bytes;
    if (moved_ < kTimedPiece) return;
    moved_ = 0;
    deadline_ = Clock::now() + timeout_;
  }
  [[nodiscard]] Clock::time_point deadline() const { return deadline_; }

 private:
  std::chrono::milliseconds timeout_;
  Clock::time_point deadline_;
  std::size_t moved_ = 0;
};

// How far a message around a ring is: one piece of it that goes out, and one that comes in.
class OnTheWay {
 public:
  explicit OnTheWay(const RingMessage& message) : message_(message) {}
  [[nodiscard]] bool sent() const { return written_ == message_.size; }
  [[nodiscard]] bool taken() const { return taken_ == message_.size; }
  // What comes may be put where the own message is made from: not before that is done.
  [[nodiscard]] bool may_take() const { return taken_ < made_; }

  [[nodiscard]] std::span<const std::byte> next_out() {
    if (written_ == made_ && made_ < message_.size) {
      const auto piece = std::span(out_).first(size_at(made_));
      message_.make(made_, piece);
      made_ += piece.size();
    }
    const auto begin = piece_of(written_);
    return std::span(out_).subspan(written_ - begin, made_ - written_);
  }
  void wrote(std::size_t bytes) { written_ += bytes; }

  [[nodiscard]] std::span<std::byte> next_in() {
    return std::span(in_).subspan(filled_, size_at(taken_) - filled_);
  }
  void read(std::size_t bytes) {
    filled_ += bytes;
    if (filled_ == 0 || filled_ < size_at(taken_)) return;
    message_.take(taken_, std::span(in_).first(filled_));
    taken_ += filled_;
    filled_ = 0;
  }

 private:
  static constexpr std::size_t kRingPiece = RingMessage::kPiece;
  [[nodiscard]] static std::size_t piece_of(std::size_t at) { return at - at % kRingPiece; }
  [[nodiscard]] std::size_t size_at(std::size_t piece) const {
    return std::min(kRingPiece, message_.size - piece);
  }

  const RingMessage& message_;
  std::array<std::byte, kRingPiece> out_;
  std::array<std::byte, kRingPiece> in_;
  std::size_t made_ = 0;  // whole pieces, the last one being on its way
  std::size_t written_ = 0;
  std::size_t taken_ = 0;   // whole pieces
  std::size_t filled_ = 0;  // of the next one
};

// Throws if there is nothing more to wait for.
void check_wait(Clock::time_point deadline, const ChannelOptions& options) {
  if (options.cancelled != nullptr && options.cancelled->load(std::memory_order_relaxed)) {
    throw Error(ErrorCode::Interrupted, "interrupted while waiting for " + options.peer);
  }
  if (options.phase != nullptr) {
    options.phase->check(options.peer);
    deadline = options.phase->earlier(deadline);
  }
  if (Clock::now() < deadline) return;
  throw Error(ErrorCode::Peer, options.peer + " did not finish a message, or 64 KiB of one, in " +
                                   std::to_string(options.timeout.count()) +
                                   " ms: see whether it still runs, or allow more time");
}

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

  void exchange_around(const RingMessage& message, Channel& from) override {
    flush();
    OnTheWay way(message);
    Patience patience(options_.timeout);
    while (!way.sent()) {
      const auto written = stream_->write_some(way.next_out());
      way.wrote(written);
      auto read = way.may_take() ? from.receive_some(way.next_in(), {}) : 0;
      if (written + read == 0) {
        check_wait(patience.deadline(), options_);
        // Not longer: the other line may move meanwhile.
        if (way.may_take()) {
          read = from.receive_some(way.next_in(), std::chrono::milliseconds(1));
        } else {
          stream_->wait(false, true, kSlice);
        }
      }
      way.read(read);
      patience.moved(written + read);
      check_phase();
    }
    while (!way.taken()) {
      const auto rest = way.next_in();
      from.receive(rest);
      way.read(rest.size());
    }
  }

  std::size_t receive_some(std::span<std::byte> bytes, std::chrono::milliseconds limit) override {
    flush();
    auto count = take_buffered(bytes);
    if (count == 0) count = read_some(bytes);
    if (count > 0 || limit.count() == 0) return count;
    stream_->wait(true, false, limit);
    return read_some(bytes);
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
  check_wait(deadline, options);
  if (options.phase != nullptr) deadline = options.phase->earlier(deadline);
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
  stream.wait(for_reading, for_writing, std::clamp(left, std::chrono::milliseconds(0), kSlice));
}

std::unique_ptr<Channel> make_channel(std::unique_ptr<Stream> stream,
                                      const ChannelOptions& options) {
  return std::make_unique<StreamChannel>(std::move(stream), options);
}

}  // namespace privet::net
