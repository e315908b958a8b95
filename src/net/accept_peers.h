// SPDX-License-Identifier: Apache-2.0
// The calls of expected parties, among whatever else reaches the port.
// Idea: every caller is answered as it comes (net/door.h). One that is refused is dropped, and the
// wait goes on; so is a second call of a party that is already there. Only the deadline, which is
// for the whole phase, or the user's wish to stop ends the wait without all parties.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "net/tls.h"

namespace privet::net {

// A line to each of `peers`, in their order. Throws Error{Peer} at the timeout, naming who is
// missing and why the last caller was refused, and Error{Interrupted} if asked to stop.
[[nodiscard]] std::vector<std::unique_ptr<Stream>> accept_peers(TcpListener& listener,
                                                                const Identity& own,
                                                                std::span<const PinnedPeer> peers,
                                                                const ChannelOptions& options);

}  // namespace privet::net
