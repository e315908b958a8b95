// SPDX-License-Identifier: Apache-2.0
#include "protocol/check_opened.h"

#include <string>

#include "base/error.h"

namespace privet::protocol {

void check_opened(std::string_view what, std::uint64_t most, std::uint64_t value) {
  if (value <= most) return;
  throw Error(ErrorCode::Peer, "the other parties sent shares of " + std::string(what) +
                                   ": expected at most " + std::to_string(most) + ", got " +
                                   std::to_string(value));
}

}  // namespace privet::protocol
