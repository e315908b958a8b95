// SPDX-License-Identifier: Apache-2.0
// What was opened is made of shares that other parties sent, and those make any number: whoever
// uses it as a place or a count checks its range first.
#pragma once

#include <cstdint>
#include <string_view>

namespace privet::protocol {

// Throws Error{Peer} for a value above `most`. Not inline: what is opened may be looked at, and
// tests/constant_time knows this place by its name.
void check_opened(std::string_view what, std::uint64_t most, std::uint64_t value);

}  // namespace privet::protocol
