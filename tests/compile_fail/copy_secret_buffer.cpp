// SPDX-License-Identifier: Apache-2.0
// Secrets are moved, not copied by accident.
#include <utility>

#include "crypto/secret_buffer.h"

namespace {

[[maybe_unused]] void copy(privet::crypto::SecretBuffer& buffer) {
  const privet::crypto::SecretBuffer moved = std::move(buffer);
#ifdef PRIVET_MUST_FAIL
  const privet::crypto::SecretBuffer copied = moved;
#endif
}

}  // namespace
