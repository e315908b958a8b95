// SPDX-License-Identifier: Apache-2.0
// The first message on every line of a session: who speaks, which version, what was agreed.
// Idea: both sides send one frame and read the other's; each compares by itself, so both end with
// an error that says what is different. Layout (integers little-endian), as a frame of at most 64
// KiB: "PRVTSESS" | u16 version = 1 | u32 sender's place | u32 number of parties | u32 largest
// frame taken | digest of the agreement 32 | u32 count, then for each parameter its name (u32
// length, bytes) and hash 32. Discloses: parameter names and hashes of their values, to the peer.
#pragma once

#include <cstdint>

#include "net/channel.h"
#include "protocol/ledger.h"
#include "session/agreement.h"

namespace privet::session {

inline constexpr std::uint16_t kSessionVersion = 1;

struct Greeting {
  protocol::PartyId own;
  protocol::PartyId peer;  // who should be at the other end
  std::uint32_t parties = 0;
  std::uint32_t largest_frame = 0;
};

// The frame size both sides take: the smaller of the two. Throws Error{Peer}, naming what differs.
[[nodiscard]] std::uint32_t shake_hands(net::Channel& channel, const Greeting& greeting,
                                        const Agreement& agreement);

}  // namespace privet::session
