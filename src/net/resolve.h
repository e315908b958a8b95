// SPDX-License-Identifier: Apache-2.0
// The addresses of a host.
// Idea: the system's lookup of a name blocks for as long as its servers take and cannot be called
// off. So it runs in a thread of its own, which owns all that it touches: whoever asked waits for
// it until the deadline or the user's wish to stop and then leaves it behind. An address in numbers
// is read without any lookup and without a thread.
#pragma once

#include <sys/socket.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "net/stream.h"

namespace privet::net {

struct SocketAddress {
  int family = 0;
  int type = 0;
  int protocol = 0;
  sockaddr_storage bytes{};
  socklen_t size = 0;
};
using SocketAddresses = std::vector<SocketAddress>;

// May block. Throws Error{Usage} if there is no such host.
using Resolver = std::function<SocketAddresses(const std::string& host, std::uint16_t port)>;

// The system's lookup, for connecting or for listening.
[[nodiscard]] SocketAddresses look_up_host(const std::string& host, std::uint16_t port);
[[nodiscard]] SocketAddresses look_up_to_listen(const std::string& host, std::uint16_t port);

// As the resolver, but throws Error{Peer} at the deadline and Error{Interrupted} if asked to stop.
// A resolver that is still at work is left behind: it must own what it uses.
[[nodiscard]] SocketAddresses resolve(const std::string& host, std::uint16_t port,
                                      std::chrono::steady_clock::time_point deadline,
                                      const ChannelOptions& options,
                                      const Resolver& resolver = look_up_host);

}  // namespace privet::net
