// SPDX-License-Identifier: Apache-2.0
// What daemons say to each other: one request and one answer on a line of its own, letters of JSON
// over mutual TLS with pinned certificates; or a line that a job's protocols then use.
// The first letter on a line: {do: NAME, ...}; {do: "line", run} has no answer. An answer is an
// object; {error: TEXT} says that the request was refused.
#pragma once

#include <memory>
#include <string>

#include "base/json.h"
#include "net/stream.h"
#include "party/identity/peers.h"

namespace privet::party {

// Throws Error{Peer} if the peer cannot be reached or answers nothing that can be used, and
// Error{Policy} with its words if it refused.
[[nodiscard]] Json ask_peer(const Peer& peer, const net::Identity& own, const Json& request,
                            const net::ChannelOptions& options);
// A line of a run.
[[nodiscard]] std::unique_ptr<net::Stream> open_line(const Peer& peer, const net::Identity& own,
                                                     const std::string& run,
                                                     const net::ChannelOptions& options);

// The same to the daemon of this machine, through its socket. Throws Error{Usage} if it does not
// run, and the error that it answers.
[[nodiscard]] Json ask_daemon(const std::string& socket, const Json& request,
                              std::chrono::milliseconds timeout);

}  // namespace privet::party
