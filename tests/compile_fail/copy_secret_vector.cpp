// SPDX-License-Identifier: Apache-2.0
// Secrets are moved, not copied by accident.
#include <utility>

#include "crypto/secret_vector.h"

namespace {

[[maybe_unused]] void copy(privet::crypto::SecretBytes& buffer) {
  const privet::crypto::SecretBytes moved = std::move(buffer);
#ifdef PRIVET_MUST_FAIL
  const privet::crypto::SecretBytes copied = moved;
#endif
}

}  // namespace
