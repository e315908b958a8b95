// SPDX-License-Identifier: Apache-2.0
// How many elements do the sets of several parties have in common? Sizes are disclosed, never
// elements. Many questions at once; each is about some of the parties. Reference: Vaidya, "Privacy
// preserving data mining over vertically partitioned data" (Purdue 2004): the ring, protocol 17
// (section 4.1); the tree, protocol 18 (section 4.2); two with a helper, section 3.2.2. Idea: sets
// are hashed under keys that no single party knows all of (protocol/sets/keyed_hashing.h) and then
// compared. Ring: every set passes every party of the question; all but its owner get it; the last
// step joins two neighbours' intersections. Tree: sets meet pairwise at a party of the other half,
// under the keys of both, and what is left of them again one level up. Helper: two parties hash
// under a key of theirs, a third compares. A set is filled up to the question's `largest`, so
// messages tell no size. A question whose intermediate intersection is smaller than the threshold
// is given up, against probing. Cost for s parties and m = largest: ring s^2 m multiplications, s +
// 2 steps; tree about 2 m for a leaf and what is left for each inner node, log2(s) + 2 steps;
// helper none, three steps. Adversary: semi-honest. Ring and tree: none may collude; two neighbours
// can probe. Discloses: as each function says; the sizes themselves are for the caller to tell.
// Security: that of keyed hashing; keys are fresh for each call. Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "protocol/setting.h"

namespace privet::protocol {

struct SetQuestion {
  std::vector<PartyId> parties;  // ascending
  std::size_t largest = 0;       // no set has more elements; public
};

// A size, where this party learned it; nothing if the question was given up or is others'.
using SetSizes = std::vector<std::optional<std::uint64_t>>;

// own[q] is this party's set in question q (ignored if it has none there), of distinct elements.
using OwnSets = std::span<const std::vector<std::uint64_t>>;

// Three parties or more. All of a question's parties learn the size, also one below the threshold
// if no intermediate intersection was below it; each learns the sizes of all intersections of at
// least two of the others' sets, the size of the intersection of all sets but its left neighbour's,
// and of every other party whether all sets but that party's reach the threshold (theorem 4.1.1).
// Parties outside a question learn nothing of it.
inline constexpr Opening kRingSizes{"sizes of intersections among the other parties' sets",
                                    "a by-product of protocol 17 (Vaidya 2004, theorem 4.1.1)"};
inline constexpr Opening kRingVotes{
    "whether the intersection of all sets but one reaches the minimum support",
    "how the ring decides to go on (Vaidya 2004, section 4.1.3)"};
inline constexpr Opening kRingLeft{
    "sizes of intersections of all sets but the left neighbour's",
    "a by-product of protocol 17 (Vaidya 2004, theorem 4.1.1, last sentence)"};
inline constexpr Opening kRingTotals{
    "sizes of intersections of all sets of a ring, also below the minimum support",
    "what protocol 17 computes (Vaidya 2004, theorem 4.1.1)"};
[[nodiscard]] SetSizes intersect_by_ring(const Setting& setting,
                                         std::span<const SetQuestion> questions, OwnSets own,
                                         std::uint64_t threshold = 1);

// Four parties or more. The first of a question's parties learns the size; the party of each inner
// node learns three sizes (theorem 4.2.1): of what its two branches have in common, and of what is
// left of each branch that is not a single party (0 if that branch was given up).
inline constexpr Opening kTreeSizes{"sizes of intersections of two branches of other parties' sets",
                                    "a by-product of protocol 18 (Vaidya 2004, section 4.2.4)"};
inline constexpr Opening kTreeBranches{
    "sizes of intersections within one branch of other parties' sets",
    "a by-product of protocol 18 (Vaidya 2004, theorem 4.2.1)"};
[[nodiscard]] SetSizes intersect_by_tree(const Setting& setting,
                                         std::span<const SetQuestion> questions, OwnSets own,
                                         std::uint64_t threshold = 1);

// Two parties, and as helper the first party that is not one of them, who learns the size.
inline constexpr Opening kHelperSizes{
    "sizes of intersections of two other parties' sets, as their helper",
    "the third party of two (Vaidya 2004, section 3.2.2)"};
[[nodiscard]] SetSizes intersect_with_helper(const Setting& setting,
                                             std::span<const SetQuestion> questions, OwnSets own,
                                             std::uint64_t threshold = 1);
// Who that is. Throws Error{Usage} if everybody is in the question.
[[nodiscard]] PartyId helper_of(std::span<const PartyId> question,
                                std::span<const PartyId> everybody);

}  // namespace privet::protocol
