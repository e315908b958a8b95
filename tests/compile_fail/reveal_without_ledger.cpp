// SPDX-License-Identifier: Apache-2.0
// A context has a ledger, into which every opening goes.
#include "protocol/gmw/shared_bits.h"

namespace {

using privet::protocol::CircuitEnd;

[[maybe_unused]] CircuitEnd end(privet::net::Channel& line, privet::crypto::Randomness& randomness,
                                privet::protocol::Ledger& ledger,
                                std::array<privet::protocol::PartyId, 2> parties) {
#ifdef PRIVET_MUST_FAIL
  return CircuitEnd(privet::circuit::Side::First, line, randomness, parties);
#else
  return CircuitEnd(privet::circuit::Side::First, line, randomness, ledger, parties);
#endif
}

}  // namespace
