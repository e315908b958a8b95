// SPDX-License-Identifier: Apache-2.0
// The first messages on every line of a session: who speaks, which version, what was agreed, and
// which run this is.
// Idea: both sides send one frame and read the other's; each compares by itself, so both end with
// an error that says what is different. Every greeting carries a fresh nonce, the same to all
// parties. When a party has all of them, their hash with the agreement is the run's id; each pair
// then shows each other that it has the same one. So a line of another run, even of a job with
// equal parameters, and messages of an earlier run are refused. Layout (integers little-endian), as
// a frame of at most 64 KiB: "PRVTSESS" | u16 version = 3 | u32 sender's place | u32 number of
// parties | u32 largest frame taken | nonce 32 | digest of the agreement 32 | u32 count, then for
// each parameter its name (u32 length, bytes) and hash 32. After the greetings on all lines: 32
// bytes, the hash of the run's id, the sender's and the receiver's place; at the end of the run the
// same with "end", and once all have that, with "all". Discloses: parameter names and hashes of
// their values, to the peer, who can try values for them: nothing that follows from a party's data
// is among them (session/agreement.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "net/channel.h"
#include "protocol/ledger.h"
#include "session/agreement.h"

namespace privet::session {

inline constexpr std::uint16_t kSessionVersion = 3;

using Nonce = std::array<std::byte, 32>;

struct Greeting {
  protocol::PartyId own;
  protocol::PartyId peer;  // who should be at the other end
  std::uint32_t parties = 0;
  std::uint32_t largest_frame = 0;
  Nonce nonce{};  // fresh for each session, the same to all parties
};

struct Greeted {
  std::uint32_t largest_frame = 0;  // that both sides take: the smaller of the two
  Nonce nonce{};                    // the other side's
};

// Throws Error{Peer}, naming what differs.
[[nodiscard]] Greeted shake_hands(net::Channel& channel, const Greeting& greeting,
                                  const Agreement& agreement);

// Of what was agreed and of all parties' nonces, in the order of parties.
[[nodiscard]] crypto::Digest run_id_of(const Agreement& agreement, std::span<const Nonce> nonces);

// Both sides show that they have the same run id. Throws Error{Peer} if they do not: one of them
// has a line of another run.
void confirm_run(net::Channel& channel, const Greeting& greeting, const crypto::Digest& run_id);

// Both sides show that they came to the end of that run, or that they know it of all parties.
// Throws Error{Peer} if something else is on the line: the other side said more than was agreed.
enum class Ending : std::uint8_t { Own, All };
void confirm_end(net::Channel& channel, protocol::PartyId own, protocol::PartyId peer,
                 const crypto::Digest& run_id, Ending ending);

}  // namespace privet::session
