// SPDX-License-Identifier: Apache-2.0
// An opening goes into the ledger.
#include "protocol/gmw/shared_bits.h"

namespace {

[[maybe_unused]] void reveal(privet::protocol::SharedBits& context,
                             privet::protocol::Ledger& ledger) {
  const privet::circuit::Word<privet::protocol::SharedBits> word;
  (void)context.reveal(privet::circuit::Side::First, word, ledger, {"label", "why"});
#ifdef PRIVET_MUST_FAIL
  (void)context.reveal(privet::circuit::Side::First, word);
#endif
}

}  // namespace
