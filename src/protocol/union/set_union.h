// SPDX-License-Identifier: Apache-2.0
// All parties' rows, each once however many parties have it, and nobody learns whose a row was, nor
// of a row how many have it.
// Reference: Kantarcioglu and Clifton, "Privacy-preserving distributed mining of association rules
// on horizontally partitioned data" (TKDE 2004), section 4.1, whose commuting encryption tells
// which parties have how much in common; here rows are encrypted anew at every step as well.
// Idea: rows become group elements (item_points.h), encrypted for all parties together
// (hidden_items.h). They pass every party; each takes off its key, multiplies by a factor of its
// own and shuffles. The last one sees elements times factors it does not know: equal ones are
// copies of a row. It keeps one of each, fills up with random elements to the old number, shuffles
// and sends all back the way they came; each party takes its factor off and shuffles. The first
// party, a recipient, finds the rows and tells them to the others, sorted.
// Who made an entry does not know it again behind an honest party: all its bytes have changed.
// Otherwise a party could see whether its own copy was dropped. Hence no box (bag_union.h) travels
// with it.
// Cost for k parties with m places and c elements to a row: for each of the k m c elements a party
// makes five multiplications and one of the base, of which one and the base before anything has
// come (the last party: one in all); for its own m c one and the base. 2 k + 1 steps; 64 bytes an
// element and step on the way there, 32 back.
// Adversary: semi-honest; up to k - 2 parties may collude, as in bag_union.h. Two alone: the same.
// Discloses: the rows, to the recipients; to the last of the path how many different rows 2, 3, ...
// parties have, but not which rows nor which parties, or with `blur` these numbers with noise
// (copies_blur.h); with RowCounts::Told how many different rows each party brings, to all: less the
// rows of the union, these tell the recipients how many copies there were, so a blur needs Hidden.
// Security: decisional Diffie-Hellman in ristretto255, the hash a random oracle.
// Threads: as the pool has.
#pragma once

#include "protocol/union/union_setting.h"

namespace privet::protocol::unions {

inline constexpr Opening kCopies{
    "how many different rows 2, 3, ... parties have",
    "disclosed by dropping copies; neither which rows nor which parties"};

inline constexpr Opening kBlurredCopies{
    "how many different rows 2, 3, ... parties have, with noise",
    "disclosed by dropping copies; neither which rows nor which parties"};

inline constexpr std::size_t kMostBlur = 10'000;

// Ascending; nothing for those who are not recipients. All parties must name the same recipients
// and blur; 0 is none.
[[nodiscard]] std::optional<Rows> set_union(const Setting& setting, const UnionShape& shape,
                                            std::span<const std::string> own,
                                            std::span<const PartyId> recipients, Opening opening,
                                            std::size_t blur = 0);

// The order in which rows pass the parties: the first recipient is the first, the last drops
// copies.
[[nodiscard]] std::vector<PartyId> set_union_path(std::size_t parties,
                                                  std::span<const PartyId> recipients);

}  // namespace privet::protocol::unions
