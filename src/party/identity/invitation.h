// SPDX-License-Identifier: Apache-2.0
// An invitation: a line of text that one organisation sends another, by mail or chat.
// Idea: says who invites, where it can be reached, the fingerprint of its certificate, until when
// it holds, and a secret number that is worth one meeting; signed by the inviting key. Whoever
// could change it on its way could put another key in: the short code that people compare
// afterwards is what excludes that. Layout: "privet-invitation." and base64url of: name, host (u32
// length, bytes each), u16 port, 32 bytes fingerprint, 16 bytes number, u64 end, signature (u32
// length, bytes); integers little-endian.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "net/identity.h"

namespace privet::party {

struct Invitation {
  std::string name;
  std::string host;
  std::uint16_t port = 0;
  std::string fingerprint;  // 64 hexadecimal digits
  std::string number;       // 32
  std::int64_t ends = 0;    // seconds since 1970
  std::string signature = {};
};

[[nodiscard]] std::string write_invitation(Invitation invitation, const net::Identity& identity);
// Throws Error{Usage} if it is none. The signature is not checked: the certificate is not there
// yet.
[[nodiscard]] Invitation read_invitation(std::string_view text);
// Whether the certificate is the one that the invitation names, and its key signed it.
[[nodiscard]] bool signed_by(const Invitation& invitation, const std::string& certificate);

}  // namespace privet::party
