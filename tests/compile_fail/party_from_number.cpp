// SPDX-License-Identifier: Apache-2.0
// A number is not a party.
#include "protocol/ledger.h"

namespace {

[[maybe_unused]] void record(privet::protocol::Ledger& ledger) {
  ledger.record({"label", "why"}, {}, privet::protocol::PartyId(1), 1);
#ifdef PRIVET_MUST_FAIL
  ledger.record({"label", "why"}, {}, 1, 1);
#endif
}

}  // namespace
