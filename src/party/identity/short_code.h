// SPDX-License-Identifier: Apache-2.0
// The short code that two people compare by voice after their parties have met.
// Idea: 40 bits of a hash of both certificates, the invitation and a fresh nonce of each side. The
// side that joins commits to its nonce before it sees the other's, so that somebody in between has
// one guess of 2^40 per meeting and cannot search for certificates or nonces that give equal codes.
// Reference: the commitment as in ZRTP (RFC 6189, section 4.4.1.1).
#pragma once

#include <string>
#include <string_view>

namespace privet::party {

struct MeetingFacts {
  std::string inviting;    // fingerprint of the certificate of who invited
  std::string joining;     // ... and of who joins
  std::string invitation;  // its text
  std::string inviting_nonce;
  std::string joining_nonce;
};
// "4K7Q-M2XP".
[[nodiscard]] std::string short_code(const MeetingFacts& facts);
// As people type it: upper and lower case alike, with or without the hyphen, O for 0, I and L
// for 1.
[[nodiscard]] bool same_code(std::string_view code, std::string_view typed);

// What the joining side says before it says its nonce.
[[nodiscard]] std::string commitment_to(std::string_view nonce);

}  // namespace privet::party
