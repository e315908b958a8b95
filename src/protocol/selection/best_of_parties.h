// SPDX-License-Identifier: Apache-2.0
// The best among numbers that belong to several parties: which sum of the parties' parts is the
// smallest, which party has the best number, and the smallest and largest of all. For many
// questions at once.
// Reference: Vaidya, "Privacy preserving data mining over vertically partitioned data" (Purdue
// 2004), algorithm 4 (the closest cluster; there by masked permutations and comparisons that two
// sites see), and the remark to lemma 3.5.5 (only the site of the best gain should be opened).
// Idea: two referees hold shares of all numbers (threshold/referees.h) and find the best in a
// circuit (selection/best.h) whose only output is the place. Ties go to the smallest place, or to
// the first party. Cost for each question of n candidates of w bits: (3 n - 3) w AND gates, and 16
// n bytes from each party that is not a referee (16 for the best party, 32 for the extremes).
// Adversary: semi-honest. Both referees together learn the sums of the others' numbers, or, for
// best_party() and extremes(), those numbers; fewer learn nothing but what is opened.
// Discloses: the place to the recipients; extremes() both numbers, and whether there are any, to
// all. In the ledger. Security: that of garbled circuits; extremes() looks for a party's own
// smallest and largest number in a time that may depend on them. Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "protocol/selection/best.h"
#include "protocol/threshold/referees.h"

namespace privet::protocol {

// values[c * lanes + lane]: this party's part of candidate c of question `lane`, unsigned, below
// 2^shape.bits. The place of the best sum, to the recipients. Throws Error{Usage} if a number has
// more bits or a sum might have more than 63.
[[nodiscard]] std::optional<std::vector<std::uint64_t>> best_of_sums(
    Referees& referees, std::span<const std::uint64_t> values, const BestShape& shape,
    std::span<const PartyId> recipients, Opening opening);

// values[lane]: this party's number, below 2^shape.bits (Signed: in two's complement). The place
// among the parties of the one that has the best, to the recipients; shape.candidates is not used.
[[nodiscard]] std::optional<std::vector<std::uint64_t>> best_party(
    Referees& referees, std::span<const std::uint64_t> values, BestShape shape,
    std::span<const PartyId> recipients, Opening opening);

struct Extremes {
  std::uint64_t smallest = 0;
  std::uint64_t largest = 0;
};

inline constexpr Opening kAnyNumbers{"whether there are numbers", "else they have no extremes"};

// numbers[c]: this party's part of collection c, unsigned, below 2^bits; may be empty. The smallest
// and the largest of all parties' together, at all of them; nothing where nobody has any.
[[nodiscard]] std::vector<std::optional<Extremes>> extremes(
    Referees& referees, std::span<const std::span<const std::uint64_t>> numbers, unsigned bits,
    Opening opening);

}  // namespace privet::protocol
