// SPDX-License-Identifier: Apache-2.0
// Keys and labels are compared in constant time or not at all.
#include "crypto/block.h"

namespace {

[[maybe_unused]] bool compare(privet::crypto::Block a, privet::crypto::Block b) {
#ifdef PRIVET_MUST_FAIL
  return a == b;
#endif
  return (a ^ b).lowest() == 0;
}

}  // namespace
