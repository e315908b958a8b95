// SPDX-License-Identifier: Apache-2.0
// How fast a line is, by trying: so that protocols can be chosen that suit it.
// Idea: the first party sends bursts of growing size, each answered by one byte, until one takes
// long enough to be judged; what an empty burst takes is the delay and is taken off. It then tells
// the other side what it found, so both go on with the same number.
// Cost: at most 5.3 MiB and as much time as a burst of a twentieth of a second needs; seven rounds.
// Discloses: nothing but the line's speed.
#pragma once

#include <cstdint>

#include "net/channel.h"

namespace privet::net {

struct MeasuredLink {
  std::uint64_t bits_per_second = 0;
  std::uint64_t delay_microseconds = 0;  // of a message and its answer
  friend bool operator==(const MeasuredLink&, const MeasuredLink&) = default;
};

// Both sides call it at the same time, one of them as the first. They get the same result.
[[nodiscard]] MeasuredLink measure_link(Channel& channel, bool first);

}  // namespace privet::net
