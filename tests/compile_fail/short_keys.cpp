// SPDX-License-Identifier: Apache-2.0
// Short Paillier keys are for tests: a program cannot ask for them.
#include "crypto/paillier.h"

namespace {

[[maybe_unused]] void allow() {
#ifdef PRIVET_MUST_FAIL
  const privet::crypto::ShortKeys short_keys;
#endif
}

}  // namespace
