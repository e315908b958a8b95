// SPDX-License-Identifier: Apache-2.0
// A program cannot branch on a secret.
#include "protocol/gmw/shared_bits.h"

namespace {

[[maybe_unused]] int branch(privet::protocol::SharedBits::Wire wire) {
#ifdef PRIVET_MUST_FAIL
  if (wire) return 1;
#endif
  (void)wire;
  return 0;
}

}  // namespace
