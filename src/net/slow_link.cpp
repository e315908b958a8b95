// SPDX-License-Identifier: Apache-2.0
#include "net/slow_link.h"

#include <algorithm>
#include <array>
#include <thread>

#include "base/codec.h"
#include "base/error.h"

namespace privet::net {
namespace {

constexpr std::size_t kPiece = std::size_t{16} << 10U;
constexpr std::chrono::milliseconds kAhead{50};

}  // namespace

std::chrono::milliseconds longest_pause(const LinkSpeed& speed) {
  std::chrono::duration<double> out = speed.delay;
  if (speed.bits_per_second > 0) {
    out += std::chrono::duration<double>(8.0 * static_cast<double>(kPiece) / speed.bits_per_second);
  }
  // The sender may wait for the line to be free, and then the receiver for the piece.
  constexpr std::chrono::duration<double> kLongest = std::chrono::hours(24 * 365);
  return std::chrono::duration_cast<std::chrono::milliseconds>(2 * std::min(out, kLongest));
}

void SlowLinkChannel::post(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const auto piece = bytes.first(std::min(bytes.size(), kPiece));
    bytes = bytes.subspan(piece.size());
    auto departs = std::max(line_free_, Clock::now());
    if (speed_.bits_per_second > 0) {
      const std::chrono::duration<double> busy(8.0 * static_cast<double>(piece.size()) /
                                               speed_.bits_per_second);
      departs += std::chrono::duration_cast<Clock::duration>(busy);
    }
    line_free_ = departs;
    const auto arrives = (departs + speed_.delay).time_since_epoch();
    ByteWriter head;
    head.put(static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(arrives).count()));
    head.put(static_cast<std::uint32_t>(piece.size()));
    inner_.send(head.bytes());
    inner_.send(piece);
    sleep_until(line_free_ - kAhead);
  }
}

void SlowLinkChannel::fetch() {
  std::array<std::byte, 12> head{};
  inner_.receive(head);
  ByteReader reader(head);
  const std::chrono::nanoseconds arrives(reader.get<std::uint64_t>());
  const auto size = reader.get<std::uint32_t>();
  if (size > kPiece) throw Error(ErrorCode::Peer, "the simulated link carries a piece too long");
  in_.resize(size);
  taken_ = 0;
  inner_.receive(in_);
  sleep_until(Clock::time_point(std::chrono::duration_cast<Clock::duration>(arrives)));
}

void SlowLinkChannel::sleep_until(Clock::time_point time) const {
  // In slices, so that the wish to stop is heard.
  while (Clock::now() < time) {
    if (cancelled_ != nullptr && cancelled_->load(std::memory_order_relaxed)) {
      throw Error(ErrorCode::Interrupted, "interrupted while waiting for a simulated link");
    }
    std::this_thread::sleep_until(std::min(time, Clock::now() + kAhead));
  }
}

void SlowLinkChannel::send(std::span<const std::byte> bytes) {
  out_.insert(out_.end(), bytes.begin(), bytes.end());
  if (out_.size() >= kPiece) {
    post(out_);
    out_.clear();
  }
}

void SlowLinkChannel::flush() {
  post(out_);
  out_.clear();
  inner_.flush();
}

void SlowLinkChannel::receive(std::span<std::byte> bytes) {
  flush();
  while (!bytes.empty()) {
    if (taken_ == in_.size()) fetch();
    const auto count = std::min(bytes.size(), in_.size() - taken_);
    std::copy_n(in_.begin() + static_cast<std::ptrdiff_t>(taken_), count, bytes.begin());
    taken_ += count;
    bytes = bytes.subspan(count);
  }
}

void SlowLinkChannel::exchange(std::span<const std::byte> out, std::span<std::byte> in) {
  // Both sides take turns piece by piece, so that neither fills the line without reading.
  while (!out.empty() || !in.empty()) {
    const auto outgoing = out.first(std::min(out.size(), kPiece));
    const auto incoming = in.first(std::min(in.size(), kPiece));
    send(outgoing);
    flush();
    receive(incoming);
    out = out.subspan(outgoing.size());
    in = in.subspan(incoming.size());
  }
}

}  // namespace privet::net
