// SPDX-License-Identifier: Apache-2.0
// An input names its owner.
#include "protocol/garbled/garbler.h"

namespace {

[[maybe_unused]] void input(privet::protocol::Garbler& context) {
  (void)context.input(privet::circuit::Side::First, {}, 8, 0);
#ifdef PRIVET_MUST_FAIL
  (void)context.input({}, 8, 0);
#endif
}

}  // namespace
