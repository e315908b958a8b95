// SPDX-License-Identifier: Apache-2.0
// Messages whose size the sender chooses: a u32 length, then as many bytes.
// Security: the receiver names the largest length it takes; a longer one is an error before a byte
// of it is stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "net/channel.h"

namespace privet::net {

inline constexpr std::uint32_t kLargestFrame = std::uint32_t{16} << 20U;

// Throws Error{Internal} if `bytes` is longer than `cap`.
void send_frame(Channel& channel, std::span<const std::byte> bytes,
                std::uint32_t cap = kLargestFrame);

// Throws Error{Peer} if the announced length is above `cap`.
[[nodiscard]] std::vector<std::byte> receive_frame(Channel& channel,
                                                   std::uint32_t cap = kLargestFrame);

}  // namespace privet::net
