// SPDX-License-Identifier: Apache-2.0
// Letters: short texts that two programs exchange before or instead of a protocol, on the bare
// stream.
// Idea: a u32 length and as many bytes, and nothing is read beyond them, so that the stream can be
// handed on to whoever speaks next. The timeout of the options is for the whole letter: single
// bytes now and then do not prolong it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "net/stream.h"

namespace privet::net {

inline constexpr std::size_t kLongestLetter = std::size_t{4} << 20U;  // between parties

// Throw Error{Peer} if the other side is gone, too slow, or announces more than `most` bytes, and
// Error{Interrupted} when cancelled.
void send_letter(Stream& stream, std::string_view text, const ChannelOptions& options);
[[nodiscard]] std::string receive_letter(Stream& stream, std::size_t most,
                                         const ChannelOptions& options);

}  // namespace privet::net
