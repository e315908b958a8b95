// SPDX-License-Identifier: Apache-2.0
// Which items do the sets of three parties or more all have? Every party learns which of its own
// items that are; nobody learns what fewer of them have in common.
// Reference: Kolesnikov, Matania, Pinkas, Rosulek, Trieu, "Practical multi-party private set
// intersection from symmetric-key techniques" (CCS 2017), in the augmented semi-honest model.
// Idea: every two parties have a key; the hashes of an item under all keys of a party, added up,
// are its share, and the shares of all parties add up to zero. Each party but the first lets the
// first look its share up at the first's items: in a key-value store (psi/key_value_store.h) under
// an oblivious function (psi/oblivious_function.h), so that at an item which the party does not
// have there is a random number. What the first party adds up is zero where all have the item and
// random elsewhere, whoever lacks it. It tells the others the common items as hashes under a key
// that it draws, sorted: they have these items themselves. The store is uniform among all that fit.
// Cost for n items each: that of k - 1 oblivious functions and stores, about 21 n (k - 1) bytes;
// 16 c (k - 1) for c common items; four rounds for each party but the first, and two.
// Adversary: semi-honest. The first party together with some others learns which of its items all
// the rest have, as if those others had had all items; parties without the first learn nothing
// more. Discloses: to every party, which of its items all have. The sizes are the caller's to tell.
// Security: the function's; an item that is not common is taken for one with probability 2^-64, in
// a run of 2^24 items 2^-40. Threads: one at a time.
#pragma once

#include <span>

#include "protocol/psi/private_intersection.h"

namespace privet::protocol::psi {

inline constexpr Opening kCommonToAll{"which of its own keys all parties have",
                                      "the rows that the task is about"};

// `sizes` by id: how many items each party has, known to all; none above kLargestStore. The own
// rows of the common items, ascending. Throws Error{Usage} for a set that has an item twice or
// another size (then nothing was sent), and Error{Peer} for messages that are not as agreed.
[[nodiscard]] Rows common_to_all(const Setting& setting, Items items,
                                 std::span<const std::size_t> sizes);

}  // namespace privet::protocol::psi
