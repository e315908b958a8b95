// SPDX-License-Identifier: Apache-2.0
// An opening names its recipient.
#include "protocol/garbled/garbler.h"

namespace {

[[maybe_unused]] void reveal(privet::protocol::Garbler& context) {
  const privet::circuit::Word<privet::protocol::Garbler> word;
  (void)context.reveal(privet::circuit::Side::First, word, {"label", "why"});
#ifdef PRIVET_MUST_FAIL
  (void)context.reveal(word, {"label", "why"});
#endif
}

}  // namespace
