// SPDX-License-Identifier: Apache-2.0
#include "protocol/cancelling_masks.h"

#include "base/error.h"
#include "crypto/secret_vector.h"
#include "protocol/ot/pairwise.h"

namespace privet::protocol {

void add_cancelling(const Setting& setting, PartySet group, std::span<std::uint64_t> values) {
  PRIVET_CHECK(group.contains(setting.own()));
  crypto::SecretVector<std::uint64_t> masks(values.size());
  for (const auto other : group.without(setting.own()).list()) {
    setting.transfers.common(other).fill(masks.bytes());
    const bool adds = setting.own() < other;
    for (std::size_t i = 0; i < values.size(); ++i) values[i] += adds ? masks[i] : 0 - masks[i];
  }
}

}  // namespace privet::protocol
