// SPDX-License-Identifier: Apache-2.0
// One of two parties that compute on shared bits: transfers in both directions, set up in the order
// of the sides, and the context over them.
#pragma once

#include <array>

#include "protocol/gmw/shared_bits.h"

namespace privet::testing_support {

// act(context), with everything opened to the ledger.
template <class Act>
auto with_shared_bits(net::Channel& channel, crypto::Randomness& randomness,
                      protocol::Ledger& ledger, circuit::Side own, const Act& act) {
  static constexpr std::array kParties{protocol::PartyId(0), protocol::PartyId(1)};
  const auto run = [&](protocol::OtSender& sender, protocol::OtReceiver& receiver) {
    protocol::SharedBits context({own, channel, randomness, ledger, kParties}, sender, receiver);
    return act(context);
  };
  if (own == circuit::Side::First) {
    auto sender = protocol::OtSender::set_up(channel, randomness);
    auto receiver = protocol::OtReceiver::set_up(channel, randomness);
    return run(sender, receiver);
  }
  auto receiver = protocol::OtReceiver::set_up(channel, randomness);
  auto sender = protocol::OtSender::set_up(channel, randomness);
  return run(sender, receiver);
}

}  // namespace privet::testing_support
