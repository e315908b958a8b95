// SPDX-License-Identifier: Apache-2.0
// The k-th smallest of all parties' numbers together, for many collections at once. With rank 1 the
// minimum, with the number of all the maximum, in between the median.
// Reference: Aggarwal, Mishra, Pinkas, "Secure computation of the k-th ranked element" (EUROCRYPT
// 2004), the protocol for several parties by halving the range.
// Idea: bit by bit from the highest: each party counts how many of its numbers lie below the middle
// of the range that is left; whether all counts together reach the rank is the next bit of the
// result, and nothing else is opened. Counts are shared between the first two parties, which add
// and compare them in a garbled circuit (threshold/check_threshold.h) and tell the answers.
// Cost for numbers of b bits and c collections: b + 1 turns; 31 + log2(parties) AND gates, 16 bytes
// from every other party and a binary search for each bit and collection. Adversary: semi-honest.
// The first two parties together learn the sum of the others' counts at the opened middles; fewer
// learn nothing beside the result. Discloses: for each collection whether it has that many numbers,
// and the result, to all; in the ledger. The answers on the way are the result's bits: who knows
// the result knows them. Security: that of garbled circuits. Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "protocol/setting.h"

namespace privet::protocol {

// What all parties hear on the way.
inline constexpr Opening kRankAnswers{"answers on the way to a ranked number",
                                      "whether it exists, and the bits of the result"};

// numbers[c]: this party's part of collection c, in ascending order, below 2^bits; may be empty.
// ranks[c] counts from 1, is below 2^31 and the same at all parties. A party has fewer than 2^31
// numbers; all together may have more. Nothing where a collection has fewer numbers than the rank.
[[nodiscard]] std::vector<std::optional<std::uint64_t>> kth_elements(
    const Setting& setting, std::span<const std::span<const std::uint64_t>> numbers,
    std::span<const std::uint64_t> ranks, unsigned bits, Opening opening);

}  // namespace privet::protocol
