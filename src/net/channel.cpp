// SPDX-License-Identifier: Apache-2.0
#include "net/channel.h"

#include <algorithm>
#include <array>

namespace privet::net {

void Channel::exchange_around(const RingMessage& message, Channel& from) {
  // What every line holds on its way without anybody reading it, with room to spare.
  constexpr auto kAhead = 2 * RingMessage::kPiece;
  std::array<std::byte, RingMessage::kPiece> piece;
  const auto pieces_from = [&](std::size_t first, const auto& act) {
    const auto end = std::min(message.size, first + kAhead);
    for (auto at = first; at < end; at += RingMessage::kPiece) {
      act(at, std::span(piece).first(std::min(RingMessage::kPiece, end - at)));
    }
  };
  for (std::size_t first = 0; first < message.size; first += kAhead) {
    pieces_from(first, [&](std::size_t at, std::span<std::byte> bytes) {
      message.make(at, bytes);
      exchange(bytes, {});
    });
    pieces_from(first, [&](std::size_t at, std::span<std::byte> bytes) {
      from.receive(bytes);
      message.take(at, bytes);
    });
  }
}

std::size_t Channel::receive_some(std::span<std::byte> bytes, std::chrono::milliseconds /*limit*/) {
  const auto piece = bytes.first(std::min(bytes.size(), RingMessage::kPiece));
  receive(piece);
  return piece.size();
}

}  // namespace privet::net
