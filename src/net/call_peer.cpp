// SPDX-License-Identifier: Apache-2.0
#include "net/call_peer.h"

#include <algorithm>
#include <thread>

#include "base/error.h"

namespace privet::net {

std::unique_ptr<Stream> call_peer(const std::string& host, std::uint16_t port, const Identity& own,
                                  const PinnedPeer& peer, const ChannelOptions& options) {
  using Clock = std::chrono::steady_clock;
  // Not all who were dropped together come back together.
  constexpr std::chrono::milliseconds kPause{50};
  const auto deadline = Clock::now() + options.timeout;
  for (;;) {
    auto in_time = options;
    in_time.timeout =
        std::max(std::chrono::milliseconds(1),
                 std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()));
    auto carrier = connect_tcp(host, port, in_time);
    if (auto stream = try_connect_tls(std::move(carrier), own, peer, in_time)) return stream;
    if (Clock::now() + kPause >= deadline) {
      throw Error(ErrorCode::Peer, options.peer + " dropped every call within " +
                                       std::to_string(options.timeout.count()) + " ms");
    }
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace privet::net
