// SPDX-License-Identifier: Apache-2.0
// Two channels joined in memory, for tests and for several parties in one process.
// Idea: one bounded ring of bytes each way under one lock; a full ring makes the writer wait, as a
// socket does.
// Threads: the two ends may be used by two threads.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "net/stream.h"

namespace privet::net {

using ChannelPair = std::pair<std::unique_ptr<Channel>, std::unique_ptr<Channel>>;

// `capacity` bytes fit on the way in each direction.
[[nodiscard]] ChannelPair make_memory_pair(const ChannelOptions& options = {},
                                           std::size_t capacity = std::size_t{1} << 20U);

}  // namespace privet::net
