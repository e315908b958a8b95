// SPDX-License-Identifier: Apache-2.0
// The first message of every private set intersection: what is asked for, and how large the sets
// are.
#pragma once

#include <cstdint>

#include "protocol/ot/pairwise.h"
#include "protocol/psi/private_intersection.h"

namespace privet::protocol::psi {

inline constexpr Opening kSetSize{"number of items in the other party's set",
                                  "the parties agree on sizes first"};
inline constexpr Opening kCommonRows{"which of its items the other party has, too",
                                     "what the intersection was asked for"};
inline constexpr Opening kPayloadsOfCommon{"the sender's payloads of common items",
                                           "what the intersection was asked for"};
inline constexpr Opening kCommonCount{"number of common items", "what the count was asked for"};

enum class PsiRole : std::uint8_t { Sender, Receiver };

struct PsiEnd;
}  // namespace privet::protocol::psi

namespace privet::protocol::protocol_only {
[[nodiscard]] net::Channel& line_of(const psi::PsiEnd& end);
}  // namespace privet::protocol::protocol_only

namespace privet::protocol::psi {

// One side of an intersection, and where it runs.
struct PsiEnd {
  PsiEnd(const Setting& where, PsiRole role, PartyId other, std::size_t most)
      : randomness(where.randomness),
        ledger(where.ledger),
        pool(where.pool),
        transfers(where.transfers),
        own(role),
        sender(role == PsiRole::Sender ? where.own() : other),
        receiver(role == PsiRole::Sender ? other : where.own()),
        largest(most),
        channel_(protocol_only::line_to(where, other)) {}

  crypto::Randomness& randomness;
  Ledger& ledger;
  ThreadPool& pool;
  PairwiseTransfers& transfers;
  PsiRole own;
  PartyId sender;
  PartyId receiver;
  std::size_t largest;

 private:
  friend net::Channel& protocol_only::line_of(const PsiEnd& end);
  net::Channel& channel_;
};

struct PsiSizes {
  std::size_t sender = 0;
  std::size_t receiver = 0;
  [[nodiscard]] bool any_empty() const { return sender == 0 || receiver == 0; }
  // Bytes of a tag: 40 + log2 of both sizes bits, rounded up.
  [[nodiscard]] std::size_t tag_bytes() const;
};

struct PsiAgreed {
  PsiSizes sizes;
  Recorded recorded;  // what the later messages tell, which go with it only
};

// Sends the own size, takes the other's, records all that the run tells. Throws Error{Peer} if the
// other side asks for something else or says a size above the largest.
[[nodiscard]] PsiAgreed agree(const PsiEnd& end, PsiResult result, std::size_t size,
                              std::size_t payload_size);

}  // namespace privet::protocol::psi

inline privet::net::Channel& privet::protocol::protocol_only::line_of(const psi::PsiEnd& end) {
  return end.channel_;
}
