// SPDX-License-Identifier: Apache-2.0
// What a rehearsal and its parties say to each other over pipes: whatever comes, messages are put
// together, refused as Error{Input} or decoded, and none takes more memory than its bytes.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "federation/rehearsal/control.h"

namespace {

using namespace privet::federation;  // NOLINT: a small program

void decode(const Message& message) {
  switch (message.kind) {
    case MessageKind::Assignment:
      (void)decode_assignment(message.bytes);
      return;
    case MessageKind::Hello:
      (void)decode_hello(message.bytes);
      return;
    case MessageKind::Peers:
      (void)decode_peers(message.bytes);
      return;
    case MessageKind::Beat:
      (void)decode_beat(message.bytes);
      return;
    case MessageKind::Report:
      (void)decode_report(message.bytes);
      return;
    case MessageKind::Failure:
      (void)decode_failure(message.bytes);
      return;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  MessageReader reader;
  try {
    reader.feed(std::as_bytes(std::span(data, size)));
    while (const auto message = reader.take()) decode(*message);
  } catch (const privet::Error& error) {
    if (error.code() != privet::ErrorCode::Input) std::abort();
  }
  return 0;
}
