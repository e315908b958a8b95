// SPDX-License-Identifier: Apache-2.0
// Frames and the greeting: whatever a peer says ends in a message within its cap or in Error{Peer},
// and a greeting that is taken is the one this side would have sent.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "net/frame.h"
#include "session/handshake.h"
#include "tests/support/replay.h"

namespace {

using privet::testing_support::ReplayChannel;

void read_frames(std::span<const std::byte> bytes) {
  constexpr std::uint32_t kCap = 512;
  ReplayChannel channel(bytes);
  try {
    for (;;) {
      const auto before = channel.left();
      const auto frame = privet::net::receive_frame(channel, kCap);
      if (frame.size() > kCap || before - channel.left() != frame.size() + 4) std::abort();
    }
  } catch (const privet::Error& error) {
    if (error.code() != privet::ErrorCode::Peer) std::abort();
  }
}

void greet(std::span<const std::byte> bytes) {
  using privet::protocol::PartyId;
  privet::session::Agreement agreement;
  agreement.add("task", "rules");
  agreement.add("min-support", 40);
  ReplayChannel channel(bytes);
  try {
    const privet::session::Greeting greeting{PartyId(0), PartyId(1), 2, 1000, {}};
    const auto greeted = privet::session::shake_hands(channel, greeting, agreement);
    if (greeted.largest_frame > 1000) std::abort();
    privet::session::confirm_run(channel, greeting,
                                 privet::session::run_id_of(agreement, {&greeted.nonce, 1}));
  } catch (const privet::Error& error) {
    if (error.code() != privet::ErrorCode::Peer) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  read_frames(bytes);
  greet(bytes);
  return 0;
}
