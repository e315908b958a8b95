// SPDX-License-Identifier: Apache-2.0
// Which items do the sets of two parties have in common? Told to the receiver alone, with payloads
// of the sender's if wanted; or to both, as rows in a common order; or no more than the size.
// Reference: Rindal, Schoppmann (EUROCRYPT 2021); Raghuraman, Rindal (CCS 2022). The size: Agrawal,
// Evfimievski, Srikant (SIGMOD 2003), section 5.2 (intersection size).
// Idea: both hash their items with a function that the sender knows and the receiver can only have
// evaluated at its own items (psi/oblivious_function.h). The sender's outputs, cut to tags and
// sorted, go to the receiver, who compares. A payload is encrypted under a second output at its
// item. For rows in a common order the receiver tells which tags it has, and both take them in the
// order of the tags, which is not any party's own. For the size alone items are hashed under both
// parties' keys (keyed_hashing.h): the receiver's go to the sender and come back under its key and
// sorted, so the receiver counts what is equal and cannot tell which item it was.
// Cost for n items of the receiver, m of the sender: 11.4 n + (40 + log2 n + log2 m) / 8 m bytes
// for a million; to start, 460,000 of the session's transfers from 6,000 items on (3.7 MB by the
// default plan, 0.1 silently); five rounds; payloads their length; alignment
// m / 8 bytes and a round. The size: 64 n + 32 m bytes, n + m multiplications in ristretto255 for
// each party, two rounds: for tens of thousands of items.
// Adversary: semi-honest. Discloses: the sizes of the sets, and what forecast_of() says.
// Security: tags of 40 + log2 n + log2 m bits: an item that is not common is taken for one with
// probability 2^-40 in a run. Who chooses its own set can probe for items of the other's.
// Lengths are checked before memory is taken for them. Threads: one at a time on a channel.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "protocol/psi/items.h"
#include "protocol/psi/key_value_store.h"
#include "protocol/setting.h"

namespace privet::protocol::psi {

inline constexpr std::size_t kLargestPayload = std::size_t{1} << 16U;  // bytes

// Rows of the own set, counted from 0.
using Rows = std::vector<std::uint32_t>;

// Both parties of the setting name the other one, and the same `largest`: no set has more items; at
// most kLargestStore. Every function throws Error{Usage} for a set that is too large or has an item
// twice (then nothing was sent), and Error{Peer} if the other side's sizes or messages are not as
// agreed.

// The receiver gets the rows of the common items, ascending.
void intersect_as_sender(const Setting& setting, PartyId receiver, Items items,
                         std::size_t largest = kLargestStore);
[[nodiscard]] Rows intersect_as_receiver(const Setting& setting, PartyId sender, Items items,
                                         std::size_t largest = kLargestStore);

// The same, and the sender's payload for each: `size` bytes an item, one after the other.
struct Payloads {
  std::span<const std::byte> bytes;
  std::size_t size = 0;
};
struct PayloadRows {
  Rows rows;
  crypto::SecretVector<std::byte> payloads;
};
void send_payloads(const Setting& setting, PartyId receiver, Items items, const Payloads& payloads,
                   std::size_t largest = kLargestStore);
[[nodiscard]] PayloadRows receive_payloads(const Setting& setting, PartyId sender, Items items,
                                           std::size_t size, std::size_t largest = kLargestStore);

// Both get the rows of the common items; entry i of both stands for the same item.
[[nodiscard]] Rows align_as_sender(const Setting& setting, PartyId receiver, Items items,
                                   std::size_t largest = kLargestStore);
[[nodiscard]] Rows align_as_receiver(const Setting& setting, PartyId sender, Items items,
                                     std::size_t largest = kLargestStore);

// The receiver gets the number of common items.
void count_as_sender(const Setting& setting, PartyId receiver, Items items,
                     std::size_t largest = kLargestStore);
[[nodiscard]] std::uint64_t count_as_receiver(const Setting& setting, PartyId sender, Items items,
                                              std::size_t largest = kLargestStore);

// What a run tells, by what it is asked for.
enum class PsiResult : std::uint8_t { Common, Payloads, Alignment, Size };
// Of sets no larger than these.
[[nodiscard]] Forecast forecast_of(PsiResult result, PartyId sender, PartyId receiver,
                                   std::uint64_t sender_items, std::uint64_t receiver_items);

}  // namespace privet::protocol::psi
