// SPDX-License-Identifier: Apache-2.0
// How many gates are hashed together. Both sides cut a call's gates alike, so that they change the
// hash's key at the same gate.
#pragma once

#include <cstddef>

#include "crypto/hash.h"

namespace privet::protocol {

inline constexpr std::size_t kGatesInFlight = crypto::TweakedHash::kLargestCall / 4;
// Input labels made together: a batch of oblivious transfers, which fits in the cache.
inline constexpr std::size_t kLabelsAtOnce = 4096;

}  // namespace privet::protocol
