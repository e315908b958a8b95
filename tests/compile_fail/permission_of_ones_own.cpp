// SPDX-License-Identifier: Apache-2.0
// What tells something goes only with the permission that a ledger gave.
#include "protocol/told.h"

namespace {

using namespace privet;

[[maybe_unused]] void tell(protocol::Ledger& ledger, net::Channel& line, std::uint64_t value) {
#ifdef PRIVET_MUST_FAIL
  send_told(protocol::Recorded(), line, std::span(&value, 1));
#else
  const protocol::PartyId a(0);
  const protocol::PartyId b(1);
  send_told(ledger.record({"label", "why"}, {a}, b, 1), line, std::span(&value, 1));
#endif
}

}  // namespace
