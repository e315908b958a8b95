// SPDX-License-Identifier: Apache-2.0
#include "net/frame.h"

#include <array>
#include <string>

#include "base/codec.h"
#include "base/error.h"

namespace privet::net {

void send_frame(Channel& channel, std::span<const std::byte> bytes, std::uint32_t cap) {
  PRIVET_CHECK(bytes.size() <= cap);
  ByteWriter length;
  length.put(static_cast<std::uint32_t>(bytes.size()));
  channel.send(length.bytes());
  channel.send(bytes);
}

std::vector<std::byte> receive_frame(Channel& channel, std::uint32_t cap) {
  std::array<std::byte, 4> prefix{};
  channel.receive(prefix);
  const auto length = ByteReader(prefix).get<std::uint32_t>();
  if (length > cap) {
    throw Error(ErrorCode::Peer, "the other party sent a message: expected at most " +
                                     std::to_string(cap) + " bytes, got " + std::to_string(length));
  }
  std::vector<std::byte> bytes(length);
  channel.receive(bytes);
  return bytes;
}

}  // namespace privet::net
