// SPDX-License-Identifier: Apache-2.0
// Messages that tell their recipient something: they go only with the permission that the ledger
// gave for it (protocol/ledger.h). Whatever is uniform to its recipient goes over the channel
// itself.
#pragma once

#include "net/channel.h"
#include "net/frame.h"
#include "protocol/ledger.h"

namespace privet::protocol {

template <net::WireValues R>
void send_told(const Recorded& /*permission*/, net::Channel& channel, const R& values) {
  net::send_values(channel, values);
}

inline void exchange_told(const Recorded& /*permission*/, net::Channel& channel,
                          std::span<const std::byte> out, std::span<std::byte> in) {
  channel.exchange(out, in);
}

inline void send_told_frame(const Recorded& /*permission*/, net::Channel& channel,
                            std::span<const std::byte> bytes, std::uint32_t largest) {
  net::send_frame(channel, bytes, largest);
}

}  // namespace privet::protocol
