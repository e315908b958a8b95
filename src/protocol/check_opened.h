// SPDX-License-Identifier: Apache-2.0
// What was opened is made of shares that other parties sent, and those make any number: whoever
// uses it as a place or a count checks its range first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"

namespace privet::protocol {

// Throws Error{Peer} for a value above `most`.
inline void check_opened(std::string_view what, std::uint64_t most, std::uint64_t value) {
  if (value <= most) return;
  throw Error(ErrorCode::Peer, "the other parties sent shares of " + std::string(what) +
                                   ": expected at most " + std::to_string(most) + ", got " +
                                   std::to_string(value));
}

}  // namespace privet::protocol
