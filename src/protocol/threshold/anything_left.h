// SPDX-License-Identifier: Apache-2.0
// Has any party something left? One bit, for many questions at once.
// Reference: Vaidya (Purdue 2004), algorithm 9 (IsREmpty): the sites pass on a masked sum of their
// counts, and the first and the last compare it with the mask by commutative encryption.
// Idea: the sum is shared between two referees, who compare it with 1 in a circuit of as many gates
// as the sum has bits, where the thesis has four powers in a group. Cost, collusion, Security,
// Threads: those of threshold/check_threshold.h. Adversary: semi-honest.
// Discloses: whether the sum is not zero, to the recipients, in the ledger. The thesis tells only
// the site that asks: name it as the only recipient.
#pragma once

#include <vector>

#include "protocol/threshold/check_threshold.h"

namespace privet::protocol {

// counts[i]: what this party has left of question i, below 2^bits. 1 where any party has something.
[[nodiscard]] inline std::optional<std::vector<std::uint64_t>> anything_left(
    Referees& referees, std::span<const std::uint64_t> counts, unsigned bits,
    std::span<const PartyId> recipients, Opening opening) {
  const std::vector<std::uint64_t> one(counts.size(), 1);
  return check_thresholds(referees, counts, bits, {one, Compared::AtLeast}, recipients, opening);
}

}  // namespace privet::protocol
