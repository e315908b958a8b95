// SPDX-License-Identifier: Apache-2.0
#include "net/letter.h"

#include <array>
#include <span>

#include "base/codec.h"
#include "base/error.h"

namespace privet::net {
namespace {

using Deadline = std::chrono::steady_clock::time_point;

void write_all(Stream& stream, std::span<const std::byte> bytes, Deadline deadline,
               const ChannelOptions& options) {
  while (!bytes.empty()) {
    const auto moved = stream.write_some(bytes);
    bytes = bytes.subspan(moved);
    if (moved == 0) wait_for_progress(stream, false, true, deadline, options);
  }
}

void read_all(Stream& stream, std::span<std::byte> bytes, Deadline deadline,
              const ChannelOptions& options) {
  while (!bytes.empty()) {
    const auto moved = stream.read_some(bytes);
    bytes = bytes.subspan(moved);
    if (moved == 0) wait_for_progress(stream, true, false, deadline, options);
  }
}

}  // namespace

void send_letter(Stream& stream, std::string_view text, const ChannelOptions& options) {
  ByteWriter out;
  out.put_text(text);
  write_all(stream, out.bytes(), std::chrono::steady_clock::now() + options.timeout, options);
}

std::string receive_letter(Stream& stream, std::size_t most, const ChannelOptions& options) {
  const auto deadline = std::chrono::steady_clock::now() + options.timeout;
  std::array<std::byte, 4> head{};
  read_all(stream, head, deadline, options);
  const auto size = ByteReader(head).get<std::uint32_t>();
  if (size > most) {
    throw Error(ErrorCode::Peer, options.peer + " sent the length of a letter: expected at most " +
                                     std::to_string(most) + ", got " + std::to_string(size));
  }
  std::string out(size, '\0');
  read_all(stream, std::as_writable_bytes(std::span(out)), deadline, options);
  return out;
}

}  // namespace privet::net
