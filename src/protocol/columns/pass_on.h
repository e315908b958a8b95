// SPDX-License-Identifier: Apache-2.0
// Passing on: every party has a list of numbers for each other one, of a length that only the two
// of them learn.
// Adversary: semi-honest; a length above the limit is an error before anything is stored.
// Discloses: the lists, about the sender, to the recipient, in both ledgers before they move. Cost:
// two rounds with each other party. Threads: one at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "protocol/setting.h"

namespace privet::protocol {

// outgoing[i] is for the party with id i; what party i had for this one is in the result at i.
// `largest` numbers at most; `size` numbers count as one value in the ledger. Throws Error{Peer}
// for a longer list or one that is not a whole number of values.
[[nodiscard]] std::vector<std::vector<std::uint64_t>> pass_on(
    const Setting& setting, std::span<const std::vector<std::uint64_t>> outgoing,
    std::size_t largest, std::size_t size, Opening opening);

}  // namespace privet::protocol
