// SPDX-License-Identifier: Apache-2.0
#include "protocol/arithmetic/square.h"

#include "protocol/arithmetic/polynomial_internal.h"
#include "protocol/ot/pairwise.h"
#include "protocol/raw_share.h"

namespace privet::protocol {

using protocol_only::line_to;
using protocol_only::raw;

Shared<NumberVector> square(const Setting& setting, PartyId other,
                            const Shared<NumberVector>& numbers) {
  const auto& shares = raw(numbers);
  auto& channel = line_to(setting, other);
  NumberVector squares(shares.size());
  // The earlier party offers.
  if (setting.own() < other) {
    NumberVector doubled(shares);
    for (auto& value : doubled) value *= 2;
    multiply_lanes(channel, setting.transfers.sender(other), doubled, squares);
  } else {
    multiply_lanes(channel, setting.transfers.receiver(other), shares, squares);
  }
  for (std::size_t i = 0; i < shares.size(); ++i) squares[i] += shares[i] * shares[i];
  return Shared<NumberVector>(std::move(squares));
}

}  // namespace privet::protocol
