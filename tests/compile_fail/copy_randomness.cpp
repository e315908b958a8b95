// SPDX-License-Identifier: Apache-2.0
// Randomness is moved: a copy would give the same secrets twice.
#include <utility>

#include "crypto/randomness.h"

namespace {

[[maybe_unused]] void copy(privet::crypto::Randomness& randomness) {
  const privet::crypto::Randomness moved = std::move(randomness);
#ifdef PRIVET_MUST_FAIL
  const privet::crypto::Randomness copied = moved;
#endif
}

}  // namespace
