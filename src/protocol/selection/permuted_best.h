// SPDX-License-Identifier: Apache-2.0
// Which of several sums of all parties' parts is the smallest, as the thesis finds the closest
// cluster: by masked vectors in a secret order and comparisons that two parties see. For many
// questions at once.
// Reference: Vaidya, "Privacy preserving data mining over vertically partitioned data" (Purdue
// 2004), algorithms 4 and 5 (closest_cluster, genRandom), section 3.3.4 (collusion), section 3.3.5
// (comparisons saved by telling differences).
// Idea: a permuter draws an order of the candidates and a mask for each party, which add up to
// zero. Every party gets its own numbers with its masks, in that order, without learning either
// (protocol/permutation.h). All but two send theirs to the last, who adds them up; the second and
// the last then compare candidates by twos in a garbled circuit, and both see which is smaller, of
// candidates whose names only the permuter knows. The permuter tells the name of the smallest. With
// several permuters each brings what the one before made into an order of its own. Unlike in the
// thesis each candidate's index is part of its number, so that of equal sums the smallest index
// wins and not the secret order (where differences are disclosed, the last party names all that
// tie, and the permuter takes the first); and candidates meet in a tournament: log2(n) steps
// instead of n. Cost for each question of n candidates: n Paillier encryptions and decryptions at
// each party and twice as many at a permuter for each other party; n ciphertexts both ways; w (n -
// 1) AND gates. Rounds: 4 (k - 1) for each permuter, 4 log2(n), and 3. Adversary: semi-honest.
// Nobody alone learns more than is disclosed. A permuter with the last party learns the distances
// of all others but the second; with p permuters it takes all of them and the last. The second and
// the last together learn the sums. Discloses: uniform numbers (kPermutedSums); the order of
// candidates that met, to the second and the last; a place in a secret order to each permuter; the
// place to all. With Differences::ToLast no comparisons, and the last party learns by how much the
// candidates of each question differ, in a secret order. All in the ledger. Threads: one at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "crypto/paillier.h"
#include "protocol/permutation.h"
#include "protocol/setting.h"

namespace privet::protocol {

inline constexpr Opening kMetCandidates{
    "which of two candidates is nearer, in an order that others know",
    "an order as likely as any other (Vaidya 2004, theorem 3.3.1, stage 3)"};
inline constexpr Opening kPermutedPlace{
    "the place of the nearest candidate in an order (of all, if several tie)",
    "only permuters know orders, and the nearest is disclosed (Vaidya 2004, theorem 3.3.1, stage "
    "4)"};
inline constexpr Opening kDifferences{
    "by how much the distances of candidates differ, in an order that others know",
    "--reveal distances: spares the comparisons (Vaidya 2004, section 3.3.5)"};

enum class Differences : std::uint8_t { ToNobody, ToLast };

struct PermutedShape {
  std::size_t candidates = 0;
  unsigned bits = 0;          // of one party's number
  std::size_t permuters = 1;  // fewer than there are parties
  Differences differences = Differences::ToNobody;
};

// Who does what among the parties of a setting.
struct PermutedRoles {
  std::vector<PartyId> permuters;
  PartyId second;
  PartyId last;
};
// Requires three parties or more, and one permuter at least and fewer than parties.
[[nodiscard]] PermutedRoles permuted_roles(PartySet parties, std::size_t permuters);

// What a run with this many numbers (questions times candidates) and questions opens, without the
// answer itself.
[[nodiscard]] Forecast permuted_forecast(PartySet parties, const PermutedShape& shape,
                                         const Bound& numbers, const Bound& questions);

// values[q * candidates + c]: this party's part of candidate c of question q, below 2^shape.bits.
// The place of the smallest sum, at all parties. `key` is this party's own; all have its length.
// Throws Error{Usage} if a sum and its index might have more than 63 bits.
[[nodiscard]] std::vector<std::uint64_t> permuted_best(const Setting& setting,
                                                       const crypto::PaillierSecretKey& key,
                                                       std::span<const std::uint64_t> values,
                                                       const PermutedShape& shape, Opening opening);

}  // namespace privet::protocol
