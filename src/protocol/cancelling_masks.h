// SPDX-License-Identifier: Apache-2.0
// Masks that cancel out: every two parties of a group have random numbers in common that one of
// them adds and the other takes off. What each party then sends is uniform, and only the sum over
// the group means something.
// Adversary: semi-honest; whoever is not all of the group but one learns the sum of the others'
// numbers and nothing else. Cost: none, after 16 bytes for every two parties when they first meet
// (protocol/ot/pairwise.h, which keeps what they have in common: the function lies there, and is
// declared here for what transfers are built on). Discloses: nothing. Threads: one at a time.
#pragma once

#include <cstdint>
#include <span>

#include "protocol/setting.h"

namespace privet::protocol {

// All of the group, which the own party is one of, call it with as many values. Sums modulo 2^64.
void add_cancelling(const Setting& setting, PartySet group, std::span<std::uint64_t> values);

}  // namespace privet::protocol
