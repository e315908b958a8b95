// SPDX-License-Identifier: Apache-2.0
// Does the sum of all parties' private numbers stay within a threshold, or reach one? For many sums
// at once; the answer is opened, or stays shared.
// Reference: Vaidya, "Privacy preserving data mining over vertically partitioned data" (Purdue
// 2004), algorithm 3 (checkThreshold), corrected: its listing adds r, the number of sites, to the
// threshold where the random mask is meant, and its last line answers "no" to a sum that equals the
// threshold, although "<=" is asked.
// Idea: two referees hold the sum as shares (threshold/referees.h). One takes the threshold off its
// share; the sign of what the shares now add up to is the answer, and the circuit is an addition.
// Cost for each sum of w bits: w AND gates and 16 bytes from each party that is not a referee.
// Adversary: semi-honest; collusion as in threshold/referees.h: both referees together learn the
// sum of the others' numbers, fewer learn the answer only.
// Discloses: the answer, to the recipients; the shared form a uniform number, to the second party.
// Both in the ledger. Security: that of garbled circuits. Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "circuit/reshare.h"
#include "protocol/threshold/referees.h"

namespace privet::protocol {

enum class Compared { AtMost, AtLeast };

// Agreed by all parties; one threshold for each sum.
struct ThresholdTest {
  std::span<const std::uint64_t> thresholds;
  Compared compared = Compared::AtMost;
};

// values[i]: this party's part of sum i, below 2^bits. One bit for each sum, to the recipients.
// Throws Error{Usage} if a number has more bits, or a sum might have more than 63.
[[nodiscard]] std::optional<std::vector<std::uint64_t>> check_thresholds(
    Referees& referees, std::span<const std::uint64_t> values, unsigned bits,
    const ThresholdTest& test, std::span<const PartyId> recipients, Opening opening);

// The same as additive shares in `ring`, of all parties; those that are not referees have 0. The
// second party sees kMaskedShare.
[[nodiscard]] Shared<NumberVector> check_thresholds_shared(Referees& referees,
                                                           std::span<const std::uint64_t> values,
                                                           unsigned bits, const ThresholdTest& test,
                                                           circuit::Ring ring);

// The same for sums that the referees hold already, by Referees::share_sums(): below 2^sum_bits, of
// which there are at most 63. Other parties give nothing.
[[nodiscard]] std::optional<std::vector<std::uint64_t>> check_shared_sums(
    Referees& referees, const Shared<NumberVector>& shares, unsigned sum_bits,
    const ThresholdTest& test, std::span<const PartyId> recipients, Opening opening);

}  // namespace privet::protocol
