// SPDX-License-Identifier: Apache-2.0
// A protected line to a party that listens, called until it answers.
// Idea: whoever answers has to drop callers it does not know when there are too many of them, and
// may so drop one that was about to show its certificate. So a call that is dropped without a
// reason is made again, until the deadline; a refusal (another certificate) is not.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "net/tls.h"

namespace privet::net {

// The timeout is for all of it. Throws as connect_tcp() and connect_tls().
[[nodiscard]] std::unique_ptr<Stream> call_peer(const std::string& host, std::uint16_t port,
                                                const Identity& own, const PinnedPeer& peer,
                                                const ChannelOptions& options);

}  // namespace privet::net
