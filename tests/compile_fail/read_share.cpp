// SPDX-License-Identifier: Apache-2.0
// A share cannot be read: only open() makes a value of it.
#include "protocol/shared.h"

namespace {

using privet::protocol::NumberVector;
using privet::protocol::Shared;

[[maybe_unused]] NumberVector read(const privet::protocol::Setting& setting,
                                   const Shared<NumberVector>& shares) {
#ifdef PRIVET_MUST_FAIL
  return shares;
#else
  return open_to_all(setting, shares, {"label", "why"});
#endif
}

}  // namespace
