// SPDX-License-Identifier: Apache-2.0
// Channel: an ordered, reliable line of bytes to one other party, as every protocol sees it.
// Idea: protocols know from their agreed parameters how many bytes come next, so they send and
// receive exact counts; only messages whose size the peer chooses travel as frames (net/frame.h).
// Memory stays bounded: send() waits while the peer does not read.
// Threads: one thread at a time.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <ranges>
#include <span>
#include <type_traits>

namespace privet::net {

// A message to one peer and one of the same length from another, as a ring of parties passes them:
// make(at, bytes) fills the bytes from `at` on that go out, take(at, bytes) gets those that came
// in. Both are called piece by piece, and take() never before make() of the same place.
struct RingMessage {
  static constexpr std::size_t kPiece = std::size_t{16} << 10U;  // bytes, except the last one
  std::size_t size = 0;
  std::function<void(std::size_t, std::span<std::byte>)> make;
  std::function<void(std::size_t, std::span<const std::byte>)> take;
};

class Channel {
 public:
  virtual ~Channel() = default;

  // Hands `bytes` over for sending. They leave at the latest at the next flush(), receive() or
  // exchange(). Every function below throws Error{Peer} if the other side is gone or makes no
  // progress within the timeout, and Error{Interrupted} if the user asked to stop.
  virtual void send(std::span<const std::byte> bytes) = 0;
  virtual void flush() = 0;

  // Fills `bytes`, after flushing what was sent.
  virtual void receive(std::span<std::byte> bytes) = 0;

  // Sends and receives at once, in any sizes: both sides may call it at the same time without
  // waiting for each other's buffers.
  virtual void exchange(std::span<const std::byte> out, std::span<std::byte> in) = 0;

  // Sends to this peer and receives from another at once, a message of any size: as one round. All
  // parties of a ring may call it at the same time. Unless a line knows better, they take turns,
  // with so little on the way that every line holds it.
  virtual void exchange_around(const RingMessage& message, Channel& from);
  // What has come already, up to all of `bytes`; waits no longer than `limit` for it. How many
  // bytes: 0 if there are none. Unless a line knows better, it waits for a piece.
  virtual std::size_t receive_some(std::span<std::byte> bytes, std::chrono::milliseconds limit);

  // Ends the connection; the peer's waits end with an error. Later calls throw.
  virtual void close() noexcept = 0;
};

// Trivially copyable values as they lie in memory. Only for types whose layout is the wire format:
// blocks of bytes, and integers on the little-endian machines that Privet builds for.
template <class R>
concept WireValues = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
                     std::is_trivially_copyable_v<std::ranges::range_value_t<R>>;

template <WireValues R>
void send_values(Channel& channel, const R& values) {
  channel.send(std::as_bytes(std::span(std::ranges::data(values), std::ranges::size(values))));
}
template <WireValues R>
void receive_values(Channel& channel, R&& values) {
  channel.receive(
      std::as_writable_bytes(std::span(std::ranges::data(values), std::ranges::size(values))));
}

}  // namespace privet::net
