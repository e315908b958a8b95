// SPDX-License-Identifier: Apache-2.0
// Two parties meet for the first time, over a TLS line on which the joining side knows the other by
// its invitation and the inviting side accepts anyone.
// Messages (letters of JSON): joining -> {do: "join", invitation, name, host, port, commitment};
// inviting -> {certificate, nonce} or {refused}; joining -> {nonce}; inviting -> {welcome: true}.
// Both then have the same short code, unless somebody is in between.
#pragma once

#include <functional>
#include <string>

#include "base/json.h"
#include "net/stream.h"
#include "party/identity/invitation.h"
#include "party/identity/peers.h"

namespace privet::party {

// Who the own side is.
struct JoiningSelf {
  std::string name;
  std::string host;
  std::uint16_t port = 0;
  net::Identity identity;
};

// Throws Error{Peer} if the other side cannot be reached or refuses, Error{Policy} if it is not who
// invited. The peer that was met, not yet confirmed.
[[nodiscard]] Peer join_by(const std::string& invitation_text, const JoiningSelf& self,
                           const net::ChannelOptions& options);

// The other side, on a line whose first letter has come: `request` is that letter, `certificate`
// what the caller showed. `use` takes the invitation of this number, once, and says whether it may
// be used. Throws Error{Policy} if it is not accepted; the caller has been told why.
[[nodiscard]] Peer welcome(net::Stream& stream, const Json& request, const std::string& certificate,
                           const net::Identity& own,
                           const std::function<bool(const std::string& number)>& use,
                           const net::ChannelOptions& options);

}  // namespace privet::party
