// SPDX-License-Identifier: Apache-2.0
// All parties' rows, each as often as it occurs, and nobody learns whose a row was.
// Reference: Chaum, "Untraceable electronic mail" (CACM 1981); for answers of a virtual database
// Jurczyk and Xiong, "Distributed anonymization" (DBSec 2009), section 3; Boettcher and Obermeier,
// "Secure set union and bag union computation" (JSW 2008).
// Idea: every row lies in a box for the last party, that in a box for the one before, and so on
// (crypto/box.h). All boxes go to the first party; each party in turn opens the outer ones, brings
// what was in them into a random order and hands it on. The last party, a recipient, finds the rows
// and tells them to the others, sorted.
// Rows are filled up to one length and parties to one number of rows, with boxes that hold no row;
// they can be told from rows at the end only, where nobody knows whose they were.
// A party that finds the same box twice stops: repeating a box shows which row was in it.
// Cost for k parties with m places each: 2 k m multiplications on the curve at a party for its own
// boxes, k m for opening; k + 2 steps. At each step k m boxes of 8 + row_bytes + 48 for every layer
// that is left.
// Adversary: semi-honest; up to k - 2 parties may collude: of the rows that are not theirs they
// cannot tell which of the other parties brought them. A party knows its own rows, so of two
// parties each knows the other's, and UnionShape makes them accept that.
// Discloses: the rows with their number of occurrences, to the recipients; with RowCounts::Told how
// many each party brings, to all. The ledger counts places, rows or not.
// Security: that of the boxes; the order is drawn anew by every party. Threads: as the pool has.
#pragma once

#include "protocol/union/union_setting.h"

namespace privet::protocol::unions {

// Ascending; nothing for those who are not recipients. All parties must name the same recipients.
[[nodiscard]] std::optional<Rows> bag_union(const Setting& setting, const UnionShape& shape,
                                            std::span<const std::string> own,
                                            std::span<const PartyId> recipients, Opening opening);

// The order in which boxes pass the parties: the first recipient is the last.
[[nodiscard]] std::vector<PartyId> bag_union_path(std::size_t parties,
                                                  std::span<const PartyId> recipients);

}  // namespace privet::protocol::unions
