// SPDX-License-Identifier: Apache-2.0
// What a rehearsal and the processes of its parties say to each other, over pipes.
// Layout of a message: u8 kind, u64 length, bytes; integers little-endian. Both ends are the same
// program, so there is no version.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "federation/run/one_party.h"
#include "federation/task/data_set.h"
#include "federation/task/task.h"

namespace privet::federation {

enum class MessageKind : std::uint8_t {
  Assignment = 1,  // to a party: who it is, what to do, its part of the data
  Hello,           // from a party: its certificate and port
  Peers,           // to a party: everybody's
  Beat,            // from a party, twice a second: it runs, and what it does
  Report,          // from a party: done
  Failure,         // from a party: it could not be done
};

struct Message {
  MessageKind kind;
  std::vector<std::byte> bytes;
};

struct Assignment {
  std::uint32_t own = 0;
  std::vector<std::string> names;
  Job job;
  LineOptions lines;
  std::size_t threads = 1;
  DataSet part;
};
struct Hello {
  std::string certificate;
  std::uint16_t port = 0;
};
struct Beat {
  std::string stage;            // what the party does
  std::uint64_t processor = 0;  // milliseconds of processor time that it has used
  std::uint64_t moved = 0;      // bytes over its lines
};
struct Failure {
  ErrorCode code = ErrorCode::Internal;
  std::string message;
};

[[nodiscard]] std::vector<std::byte> encode_message(MessageKind kind,
                                                    std::span<const std::byte> bytes);
[[nodiscard]] std::vector<std::byte> encode(const Assignment& assignment);
[[nodiscard]] std::vector<std::byte> encode(const Hello& hello);
[[nodiscard]] std::vector<std::byte> encode(std::span<const PeerAddress> peers);
[[nodiscard]] std::vector<std::byte> encode(const PartyReport& report);
[[nodiscard]] std::vector<std::byte> encode(const Failure& failure);
[[nodiscard]] std::vector<std::byte> encode(const Beat& beat);

// Throw Error{Input} for bytes that are not such a message.
[[nodiscard]] Assignment decode_assignment(std::span<const std::byte> bytes);
[[nodiscard]] Hello decode_hello(std::span<const std::byte> bytes);
[[nodiscard]] std::vector<PeerAddress> decode_peers(std::span<const std::byte> bytes);
[[nodiscard]] Beat decode_beat(std::span<const std::byte> bytes);
[[nodiscard]] PartyReport decode_report(std::span<const std::byte> bytes);
[[nodiscard]] Failure decode_failure(std::span<const std::byte> bytes);

// Puts messages together from the bytes of a pipe.
class MessageReader {
 public:
  void feed(std::span<const std::byte> bytes) {
    held_.insert(held_.end(), bytes.begin(), bytes.end());
  }
  // The next whole message, if it has arrived. Throws Error{Input} for a kind that there is not, or
  // a length that its kind cannot have, before more of it is kept.
  [[nodiscard]] std::optional<Message> take();

 private:
  std::vector<std::byte> held_;
};

}  // namespace privet::federation
