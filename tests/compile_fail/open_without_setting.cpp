// SPDX-License-Identifier: Apache-2.0
// Opening needs a setting, and so the ledger.
#include "protocol/shared.h"

namespace {

using privet::protocol::NumberVector;
using privet::protocol::Shared;

[[maybe_unused]] NumberVector read(const privet::protocol::Setting& setting,
                                   const Shared<NumberVector>& shares) {
#ifdef PRIVET_MUST_FAIL
  return open_to_all(setting.mesh, shares, {"label", "why"});
#else
  return open_to_all(setting, shares, {"label", "why"});
#endif
}

}  // namespace
