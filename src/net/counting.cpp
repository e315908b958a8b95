// SPDX-License-Identifier: Apache-2.0
#include "net/counting.h"

namespace privet::net {

void CountingChannel::count(std::size_t sent, std::size_t received) noexcept {
  sent_ += sent;
  received_ += received;
  for (auto* const turns : {&own_, &all_}) {
    if (sent > 0) turns->speak();
    if (received > 0) turns->hear();
    if (&own_ == &all_) break;
  }
}

void CountingChannel::send(std::span<const std::byte> bytes) {
  inner_.send(bytes);
  count(bytes.size(), 0);
}

void CountingChannel::receive(std::span<std::byte> bytes) {
  inner_.receive(bytes);
  count(0, bytes.size());
}

void CountingChannel::exchange(std::span<const std::byte> out, std::span<std::byte> in) {
  inner_.exchange(out, in);
  count(out.size(), in.size());
}

// Spoken first and heard in pieces, on the other line: one round.
void CountingChannel::exchange_around(const RingMessage& message, Channel& from) {
  count(message.size, 0);
  inner_.exchange_around(message, from);
}

std::size_t CountingChannel::receive_some(std::span<std::byte> bytes,
                                          std::chrono::milliseconds limit) {
  const auto some = inner_.receive_some(bytes, limit);
  count(0, some);
  return some;
}

}  // namespace privet::net
